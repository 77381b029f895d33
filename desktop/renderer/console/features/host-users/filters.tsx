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

/** What the list of host users is narrowed by. */
export function HostUserFilters({ search, onChange }: HostUserFiltersProps) {
  const t = useTranslate();
  const anyone = t("console.hostUsers.any");
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
        isForAll
        onChange={(id) => onChange({ company: id === null ? undefined : Number(id) })}
        placeholder={anyone}
        value={search.company === undefined ? null : String(search.company)}
      />
      <ChoiceFilter
        placeholder={anyone}
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
        placeholder={anyone}
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
        placeholder={anyone}
        value={search.hasPassword === undefined ? null : String(search.hasPassword)}
      />
    </div>
  );
}

const debounceMs = 300;

interface CompanySelectProps extends Omit<SelectProps, "data"> {
  /** Those out of use too: people may still belong to them. */
  readonly isForAll?: boolean;
  /** What somebody belongs to already, by id as text, though it may be out of use by now. */
  readonly current?: string | null;
}

/** One of the site's companies, by id as text: those in use as the server finds them by name, or all there are. */
export function CompanySelect({ isForAll = false, current, value, error, ...props }: CompanySelectProps) {
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
