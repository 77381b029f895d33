import { MultiSelect } from "@mantine/core";

interface Props<Word extends string> {
  readonly label: string;
  readonly words: readonly Word[];
  readonly nameOf: (word: Word) => string;
  /** What stands there while nothing is chosen. */
  readonly placeholder: string;
  /** The chosen words as they stand in the address, with commas. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Narrows a list by some of the words that there are. */
export function WordsFilter<Word extends string>({
  words,
  nameOf,
  placeholder,
  value,
  onChange,
  label,
}: Props<Word>) {
  return (
    <MultiSelect
      clearable
      data={words.map((word) => ({ value: word, label: nameOf(word) }))}
      label={label}
      onChange={(chosen) => onChange(chosen.join(",") || undefined)}
      placeholder={value ? undefined : placeholder}
      value={value?.split(",") ?? []}
    />
  );
}
