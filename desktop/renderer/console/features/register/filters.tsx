import { destructionReasons } from "#contract/privacy/privacy-trash.ts";
import styles from "../../components/table/filters.module.css";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { RegisterSearch } from "./search.ts";

interface Props {
  readonly search: RegisterSearch;
  readonly onSearch: (change: Partial<RegisterSearch>) => void;
}

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
      <ChoiceFilter
        placeholder={t("console.register.anyWhy")}
        label={t("console.register.why")}
        nameOf={(choice) => t(`console.register.${choice}`)}
        onChange={(why) => onSearch({ why })}
        value={search.why}
        choices={destructionReasons}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
