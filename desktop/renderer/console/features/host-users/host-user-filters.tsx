import { Select } from "@mantine/core";
import { hostStatuses } from "#contract/host-users.ts";
import { roles } from "#contract/roles.ts";
import filters from "../../components/table/filters.module.css";
import { SearchField } from "../../components/table/search-field.tsx";
import { WordsFilter } from "../../components/table/words-filter.tsx";
import { useTranslate } from "../../lib/language.ts";
import { CompanySelect } from "./company-select.tsx";
import type { HostUsersSearch } from "./search.ts";

interface Props {
  readonly search: HostUsersSearch;
  readonly onChange: (change: Partial<HostUsersSearch>) => void;
}

/** What the list of host users is narrowed by. */
export function HostUserFilters({ search, onChange }: Props) {
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
      <WordsFilter
        placeholder={anyone}
        label={t("console.hostUsers.role")}
        nameOf={(word) => t(`console.role.${word}`)}
        onChange={(role) => onChange({ role })}
        value={search.role}
        words={roles}
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
