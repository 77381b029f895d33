import { Select } from "@mantine/core";
import { hostStatuses } from "#contract/people/host-users.ts";
import { roles } from "#contract/roles.ts";
import filters from "../../components/table/filters.module.css";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { useTranslate } from "../../lib/language.ts";
import { CompanySelect } from "./company-select.tsx";
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
