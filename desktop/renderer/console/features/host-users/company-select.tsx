import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { allCompaniesQuery, companyOptionsQuery } from "../reference-data/queries.ts";

const debounceMs = 300;

interface CompanySelectProps extends Omit<SelectProps, "data"> {
  /** Includes companies out of use, to which host users may still belong. */
  readonly includesUnused?: boolean;
  /** Id of the stored company, offered even if it is out of use. */
  readonly current?: string | null;
}

/** Company field: companies in use found by the server as the user types, or all companies. Values are ids as strings. */
export function CompanySelect({
  includesUnused = false,
  current,
  value,
  error,
  ...props
}: CompanySelectProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [typed, setTyped] = useState("");
  const all = useQuery(allCompaniesQuery);
  const allOptions = (all.data ?? []).map(({ id, name, enName }) => ({
    value: String(id),
    label: (language === "en" && enName) || name,
  }));
  // the label of the selected company is in the input, but is no search text
  const isSelectedLabel = allOptions.some((option) => option.value === value && option.label === typed);
  const [searchText] = useDebouncedValue(isSelectedLabel ? "" : typed.trim(), debounceMs);
  const options = useQuery({ ...companyOptionsQuery(searchText, language), enabled: !includesUnused });
  const found = (options.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const selected = allOptions.filter(
    (option) =>
      (option.value === value || option.value === current) &&
      !found.some((other) => other.value === option.value),
  );
  const answer = includesUnused || !options.isError ? all : options;
  return (
    <Select
      {...props}
      data={includesUnused ? allOptions : [...found, ...selected]}
      error={error ?? (answer.isError && !answer.data ? failureText(answer.error) : undefined)}
      label={t("console.hostUsers.company")}
      nothingFoundMessage={t("console.choices.none")}
      onSearchChange={setTyped}
      searchable
      value={value}
    />
  );
}
