import { MultiSelect } from "@mantine/core";
import { trashStates } from "#contract/privacy-trash.ts";
import { useTranslate } from "../../lib/language.ts";
import { PeriodFields } from "../table/period-fields.tsx";
import styles from "../table/period-filters.module.css";
import { SearchField } from "../table/search-field.tsx";
import type { TrashSearch } from "./trash-search.ts";

interface Props {
  readonly search: TrashSearch;
  readonly onSearch: (change: Partial<TrashSearch>) => void;
}

/** What the trash is narrowed by: text, state, period of the visits. */
export function TrashFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.filters}>
      <SearchField
        hint={t("console.search.hint")}
        label={t("console.search.label")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <MultiSelect
        clearable
        data={trashStates.map((value) => ({ value, label: t(`console.trash.${value}`) }))}
        label={t("console.trash.state")}
        onChange={(chosen) => onSearch({ state: chosen.join(",") || undefined })}
        placeholder={search.state ? undefined : t("console.trash.anyState")}
        value={search.state?.split(",") ?? []}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
