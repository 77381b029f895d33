import { trashStates } from "#contract/privacy-trash.ts";
import styles from "../../components/table/filters.module.css";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { SearchField } from "../../components/table/search-field.tsx";
import { WordsFilter } from "../../components/table/words-filter.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { TrashSearch } from "./trash-search.ts";

interface Props {
  readonly search: TrashSearch;
  readonly onSearch: (change: Partial<TrashSearch>) => void;
}

/** What the trash is narrowed by: text, state, period of the visits. */
export function TrashFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.periodFilters}>
      <SearchField
        hint={t("console.search.hint")}
        label={t("console.search.label")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <WordsFilter
        placeholder={t("console.trash.anyState")}
        label={t("console.trash.state")}
        nameOf={(word) => t(`console.trash.${word}`)}
        onChange={(state) => onSearch({ state })}
        value={search.state}
        words={trashStates}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
