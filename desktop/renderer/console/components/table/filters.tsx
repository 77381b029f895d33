import { CloseButton, MultiSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslate } from "../../lib/language.ts";

interface SearchFieldProps {
  readonly label: string;
  /** What can be typed. */
  readonly hint: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** Searches after 300 ms without typing (docs/behaviour.md, "Console"). */
const debounceMs = 300;

/** The text that a list is narrowed by; two letters at least. */
export function SearchField({ label, hint, value = "", onChange }: SearchFieldProps) {
  const t = useTranslate();
  const [text, setText] = useState(value);
  const said = useRef(value);
  const announce = useDebouncedCallback((next: string) => {
    const wanted = next.trim().length >= 2 ? next.trim() : "";
    if (wanted === said.current) return;
    said.current = wanted;
    onChange(wanted || undefined);
  }, debounceMs);

  // the address was changed by another hand: back, a link
  useEffect(() => {
    if (value === said.current) return;
    said.current = value;
    setText(value);
  }, [value]);

  const type = (next: string) => {
    setText(next);
    announce(next);
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
  /** What stands there while nothing is chosen. */
  readonly placeholder: string;
  /** The chosen values as they stand in the address, with commas. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Narrows a list by some of the values that there are. */
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
