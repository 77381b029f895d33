import { trashStates } from "#contract/privacy/privacy-trash.ts";
import styles from "../../components/table/filters.module.css";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { TrashSearch } from "./search.ts";

interface Props {
  readonly search: TrashSearch;
  readonly onSearch: (change: Partial<TrashSearch>) => void;
}

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
      <ChoiceFilter
        placeholder={t("console.trash.anyState")}
        label={t("console.trash.state")}
        nameOf={(choice) => t(`console.trash.${choice}`)}
        onChange={(state) => onSearch({ state })}
        value={search.state}
        choices={trashStates}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
