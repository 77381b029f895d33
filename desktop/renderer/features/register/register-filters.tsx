import { MultiSelect } from "@mantine/core";
import { destructionReasons } from "#contract/privacy-trash.ts";
import { useTranslate } from "../../lib/language.ts";
import { PeriodFields } from "../table/period-fields.tsx";
import styles from "../table/period-filters.module.css";
import { SearchField } from "../table/search-field.tsx";
import type { RegisterSearch } from "./register-search.ts";

interface Props {
  readonly search: RegisterSearch;
  readonly onSearch: (change: Partial<RegisterSearch>) => void;
}

/** What the register is narrowed by: who did it, why, when. */
export function RegisterFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.filters}>
      <SearchField
        hint={t("console.register.byHint")}
        label={t("console.register.by")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <MultiSelect
        clearable
        data={destructionReasons.map((value) => ({ value, label: t(`console.register.${value}`) }))}
        label={t("console.register.why")}
        onChange={(chosen) => onSearch({ why: chosen.join(",") || undefined })}
        placeholder={search.why ? undefined : t("console.register.anyWhy")}
        value={search.why?.split(",") ?? []}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
