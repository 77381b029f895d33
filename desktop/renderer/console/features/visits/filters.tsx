import { statusCodes } from "#contract/visits/status.ts";
import filters from "../../components/table/filters.module.css";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { VisitsSearch } from "./search.ts";

type Filters = Pick<VisitsSearch, "q" | "status" | "from" | "to">;

interface Props {
  readonly search: Filters;
  readonly onSearch: (change: Filters) => void;
  /** Whether to offer the status filter; not in lists of a single status. */
  readonly hasStatus: boolean;
}

export function VisitFilters({ search, onSearch, hasStatus }: Props) {
  const t = useTranslate();
  return (
    <div className={filters.periodFilters}>
      <SearchField
        hint={t("console.search.hint")}
        label={t("console.search.label")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      {hasStatus && (
        <ChoiceFilter
          placeholder={t("console.visits.anyStatus")}
          label={t("console.visit.status")}
          nameOf={(choice) => t(`status.${choice}`)}
          onChange={(status) => onSearch({ status })}
          value={search.status}
          choices={statusCodes}
        />
      )}
      <PeriodFields hasFuture onSearch={onSearch} search={search} />
    </div>
  );
}
