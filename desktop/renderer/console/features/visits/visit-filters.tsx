import { statusCodes } from "#contract/status.ts";
import styles from "../../components/table/filters.module.css";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { SearchField } from "../../components/table/search-field.tsx";
import { WordsFilter } from "../../components/table/words-filter.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { VisitsSearch } from "./visits-search.ts";

type Filters = Pick<VisitsSearch, "q" | "status" | "from" | "to">;

interface Props {
  readonly search: Filters;
  readonly onSearch: (change: Filters) => void;
  /** The list holds visits of one status only. */
  readonly hasStatus: boolean;
}

/** What a list of visits is narrowed by: text, status, period. */
export function VisitFilters({ search, onSearch, hasStatus }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.periodFilters}>
      <SearchField
        hint={t("console.search.hint")}
        label={t("console.search.label")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      {hasStatus && (
        <WordsFilter
          placeholder={t("console.visits.anyStatus")}
          label={t("console.visit.status")}
          nameOf={(word) => t(`status.${word}`)}
          onChange={(status) => onSearch({ status })}
          value={search.status}
          words={statusCodes}
        />
      )}
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
