import { type OptionsFilter, Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeKinds, getCodesInUse, type NamedItem } from "#contract/site/user-codes.ts";
import { read } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useFirstOption } from "./use-first-option.ts";

interface Props extends Omit<SelectProps, "data"> {
  readonly kind: "place" | "purpose";
  /** The record's current value, which may be out of use. */
  readonly current?: NamedItem | null;
}

const normalise = (text: string) => text.normalize("NFC").toLowerCase().replace(/\s/g, "");

/** Reduces each syllable to its initial consonant. */
const initialsOf = (letters: string) =>
  Array.from(letters, (letter) => letter.normalize("NFKD").charAt(0)).join("");

/** Options that contain the text; matches initial consonants, too. */
const filter: OptionsFilter = ({ options, search }) => {
  const query = normalise(search);
  return options.filter((option) => {
    const letters = "label" in option ? normalise(option.label) : "";
    return letters.includes(query) || initialsOf(letters).includes(query.normalize("NFKD"));
  });
};

/** Searchable select of a place or purpose by id; Enter selects the first match. */
export function CodeSelect({ kind, current, error, ...props }: Props) {
  const t = useTranslate();
  const codes = useCodes(kind);
  const items = codes.data ?? [];
  const [text, setText] = useState("");
  const isOutOfUse = current && codes.data && !items.some(({ id }) => id === current.id);
  const choices = [...(current && (isOutOfUse || !codes.data) ? [current] : []), ...items];
  const isSearching = text !== "" && !choices.some(({ name }) => name === text);
  const firstOption = useFirstOption(isSearching);
  return (
    <Select
      {...props}
      data={choices.map(({ id, name }) => ({
        value: String(id),
        label: name,
      }))}
      allowDeselect={false}
      error={error ?? (codes.isError && !codes.data ? failureText(codes.error) : undefined)}
      label={t(`console.visit.${kind}`)}
      nothingFoundMessage={t("console.choices.none")}
      filter={filter}
      openOnFocus={false}
      // Enter must not submit the form with an unfinished search
      onKeyDown={(event) => {
        if (event.key === "Enter" && isSearching) event.preventDefault();
      }}
      onSearchChange={setText}
      searchable
      searchValue={text}
      {...firstOption}
    />
  );
}

/** The site's places or purposes in use, in display order; cached with its configuration. */
export const useCodes = (kind: Props["kind"]) =>
  useQuery({
    queryKey: ["configuration", "codes", kind, useLanguage()],
    queryFn: ({ signal }) =>
      read(getCodesInUse, { params: { kind: String(codeKinds[kind]) as "9002" | "9003" } }, signal),
    staleTime: 5 * 60_000,
  });
