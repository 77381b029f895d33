import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly label: string;
  /** What can be typed. */
  readonly hint: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** Specification, section 9: what is typed is searched for after 300 ms. */
const debounceMs = 300;

/** The text that a list is narrowed by; two letters at least. */
export function SearchField({ label, hint, value = "", onChange }: Props) {
  const t = useTranslate();
  const [text, setText] = useState(value);
  const said = useRef(value);
  const say = useDebouncedCallback((next: string) => {
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
    say(next);
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
