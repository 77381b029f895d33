import { Select, TextInput } from "@mantine/core";
import styles from "../../components/table/filters.module.css";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { SearchField } from "../../components/table/search-field.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { AccessSearch } from "./access-search.ts";
import { callName, loggedCalls } from "./calls.ts";

interface Props {
  readonly search: AccessSearch;
  readonly onSearch: (change: Partial<AccessSearch>) => void;
}

/** What the access log is narrowed by: who, what, whose visit, when. */
export function AccessFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.periodFilters}>
      <SearchField
        hint={t("console.access.whoHint")}
        label={t("console.access.who")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <Select
        clearable
        data={loggedCalls.map((value) => ({ value, label: callName(value, t) }))}
        label={t("console.access.what")}
        onChange={(what) => onSearch({ what: what ?? undefined })}
        placeholder={t("console.access.anyCall")}
        searchable
        value={search.what ?? null}
      />
      <TextInput
        autoComplete="off"
        inputMode="numeric"
        label={t("console.access.visitId")}
        maxLength={10}
        onChange={(event) => {
          const id = Number(event.currentTarget.value.replaceAll(/\D/g, ""));
          onSearch({ visitId: id > 0 && id <= 2_147_483_647 ? id : undefined });
        }}
        value={search.visitId ?? ""}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
