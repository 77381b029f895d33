import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hostStatuses } from "#contract/people/host-users.ts";
import { roles } from "#contract/roles.ts";
import filters from "../../components/table/filters.module.css";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { allCompaniesQuery, companyOptionsQuery } from "../reference-data/queries.ts";
import type { HostUsersSearch } from "./search.ts";

interface HostUserFiltersProps {
  readonly search: HostUsersSearch;
  readonly onChange: (change: Partial<HostUsersSearch>) => void;
}

export function HostUserFilters({ search, onChange }: HostUserFiltersProps) {
  const t = useTranslate();
  const anyLabel = t("console.hostUsers.any");
  return (
    <div className={filters.filters}>
      <SearchField
        hint={t("console.hostUsers.searchHint")}
        label={t("console.hostUsers.search")}
        onChange={(q) => onChange({ q })}
        value={search.q}
      />
      <CompanySelect
        clearable
        includesUnused
        onChange={(id) => onChange({ company: id === null ? undefined : Number(id) })}
        placeholder={anyLabel}
        value={search.company === undefined ? null : String(search.company)}
      />
      <ChoiceFilter
        placeholder={anyLabel}
        label={t("console.hostUsers.role")}
        nameOf={(choice) => t(`console.role.${choice}`)}
        onChange={(role) => onChange({ role })}
        value={search.role}
        choices={roles}
      />
      <Select
        clearable
        data={hostStatuses.map((value) => ({ value, label: t(`console.hostUsers.${value}`) }))}
        label={t("console.hostUsers.status")}
        onChange={(status) => onChange({ status: status ?? undefined })}
        placeholder={anyLabel}
        value={search.status ?? null}
      />
      <Select
        clearable
        data={[
          { value: "true", label: t("console.hostUsers.hasPassword") },
          { value: "false", label: t("console.hostUsers.noPassword") },
        ]}
        label={t("console.hostUsers.password")}
        onChange={(value) => onChange({ hasPassword: value === null ? undefined : value === "true" })}
        placeholder={anyLabel}
        value={search.hasPassword === undefined ? null : String(search.hasPassword)}
      />
      <Select
        clearable
        data={[{ value: "true", label: t("console.hostUsers.unreachable") }]}
        label={t("console.hostUsers.contact")}
        onChange={(value) => onChange({ unreachable: value === null ? undefined : true })}
        placeholder={anyLabel}
        value={search.unreachable ? "true" : null}
      />
    </div>
  );
}

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
