import { CloseButton, MultiSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslate } from "../../lib/language.ts";

interface SearchFieldProps {
  readonly label: string;
  /** Placeholder. */
  readonly hint: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** Delay after typing (docs/behaviour.md, "Console"). */
const debounceMs = 300;

/** Search field of a list; at least two characters. */
export function SearchField({ label, hint, value = "", onChange }: SearchFieldProps) {
  const t = useTranslate();
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const report = useDebouncedCallback((next: string) => {
    const query = next.trim().length >= 2 ? next.trim() : "";
    if (query === reported.current) return;
    reported.current = query;
    onChange(query || undefined);
  }, debounceMs);

  // the address changed elsewhere: back button, link
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  const type = (next: string) => {
    setText(next);
    report(next);
  };
  return (
    <TextInput
      autoComplete="off"
      data-search
      label={label}
      leftSection={<IconSearch aria-hidden size={16} />}
      maxLength={100}
      onChange={(event) => type(event.currentTarget.value)}
      placeholder={hint}
      rightSection={
        text !== "" && (
          <CloseButton aria-label={t("console.table.clear")} onClick={() => type("")} size="sm" />
        )
      }
      value={text}
    />
  );
}

interface ChoiceFilterProps<Choice extends string> {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly nameOf: (choice: Choice) => string;
  /** Placeholder. */
  readonly placeholder: string;
  /** Selected values, comma-separated as in the address. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Filters a list by several values. */
export function ChoiceFilter<Choice extends string>({
  choices,
  nameOf,
  placeholder,
  value,
  onChange,
  label,
}: ChoiceFilterProps<Choice>) {
  return (
    <MultiSelect
      clearable
      data={choices.map((choice) => ({ value: choice, label: nameOf(choice) }))}
      label={label}
      onChange={(chosen) => onChange(chosen.join(",") || undefined)}
      placeholder={value ? undefined : placeholder}
      value={value?.split(",") ?? []}
    />
  );
}
