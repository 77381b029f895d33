import { Group, MultiSelect, TextInput } from "@mantine/core";
import { statusCodes } from "#contract/status.ts";
import { useTranslate } from "../../lib/language.ts";
import { SearchField } from "../table/search-field.tsx";
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
    <Group align="flex-end" gap="sm">
      <SearchField label={t("console.search.hint")} onChange={(q) => onSearch({ q })} value={search.q} />
      {hasStatus && (
        <MultiSelect
          aria-label={t("console.visit.status")}
          clearable
          data={statusCodes.map((value) => ({ value, label: t(`status.${value}`) }))}
          miw={180}
          onChange={(chosen) => onSearch({ status: chosen.join(",") || undefined })}
          placeholder={search.status ? undefined : t("console.visit.status")}
          value={search.status?.split(",") ?? []}
        />
      )}
      <TextInput
        aria-label={t("console.visits.from")}
        max={search.to}
        onChange={(event) => onSearch({ from: event.currentTarget.value || undefined })}
        type="date"
        value={search.from ?? ""}
      />
      <TextInput
        aria-label={t("console.visits.to")}
        min={search.from}
        onChange={(event) => onSearch({ to: event.currentTarget.value || undefined })}
        type="date"
        value={search.to ?? ""}
      />
    </Group>
  );
}
