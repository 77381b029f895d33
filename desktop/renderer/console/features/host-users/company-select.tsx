import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { allCompaniesQuery, companyOptionsQuery } from "../reference-data/queries.ts";

const debounceMs = 300;

interface Props extends Omit<SelectProps, "data"> {
  /** Those out of use too: people may still belong to them. */
  readonly isForAll?: boolean;
  /** What somebody belongs to already, by id as text, though it may be out of use by now. */
  readonly current?: string | null;
}

/** One of the site's companies, by id as text: those in use as the server finds them by name, or all there are. */
export function CompanySelect({ isForAll = false, current, value, error, ...props }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const [typed, setTyped] = useState("");
  const all = useQuery(allCompaniesQuery);
  const named = (all.data ?? []).map(({ id, name, enName }) => ({
    value: String(id),
    label: (language === "en" && enName) || name,
  }));
  // the name of what is chosen stands in the field, and is no search for it
  const isName = named.some((one) => one.value === value && one.label === typed);
  const [asked] = useDebouncedValue(isName ? "" : typed.trim(), debounceMs);
  const options = useQuery({ ...companyOptionsQuery(asked, language), enabled: !isForAll });
  const found = (options.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const kept = named.filter(
    (one) =>
      (one.value === value || one.value === current) && !found.some((other) => other.value === one.value),
  );
  const answer = isForAll || !options.isError ? all : options;
  return (
    <Select
      {...props}
      data={isForAll ? named : [...found, ...kept]}
      error={error ?? (answer.isError && !answer.data ? failureText(answer.error) : undefined)}
      label={t("console.hostUsers.company")}
      nothingFoundMessage={t("console.choices.none")}
      onSearchChange={setTyped}
      searchable
      value={value}
    />
  );
}
