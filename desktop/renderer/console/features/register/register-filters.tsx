import { destructionReasons } from "#contract/privacy-trash.ts";
import styles from "../../components/table/filters.module.css";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { SearchField } from "../../components/table/search-field.tsx";
import { WordsFilter } from "../../components/table/words-filter.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { RegisterSearch } from "./register-search.ts";

interface Props {
  readonly search: RegisterSearch;
  readonly onSearch: (change: Partial<RegisterSearch>) => void;
}

/** What the register is narrowed by: who did it, why, when. */
export function RegisterFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.periodFilters}>
      <SearchField
        hint={t("console.register.byHint")}
        label={t("console.register.by")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <WordsFilter
        placeholder={t("console.register.anyWhy")}
        label={t("console.register.why")}
        nameOf={(word) => t(`console.register.${word}`)}
        onChange={(why) => onSearch({ why })}
        value={search.why}
        words={destructionReasons}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
