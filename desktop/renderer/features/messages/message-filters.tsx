import { MultiSelect } from "@mantine/core";
import { messageEvents, messageStatuses } from "#contract/sms.ts";
import { useTranslate } from "../../lib/language.ts";
import { PeriodFields } from "../table/period-fields.tsx";
import { SearchField } from "../table/search-field.tsx";
import styles from "./message-filters.module.css";
import type { MessagesSearch } from "./messages-search.ts";

interface Props {
  readonly search: MessagesSearch;
  readonly onSearch: (change: Partial<MessagesSearch>) => void;
}

/** What narrows the list of messages: text, state, event, days. */
export function MessageFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  const words = (list: readonly string[]) => list.join(",") || undefined;
  return (
    <div className={styles.filters}>
      <SearchField
        hint={t("console.messages.searchHint")}
        label={t("console.messages.search")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <MultiSelect
        clearable
        data={messageStatuses.map((value) => ({ value, label: t(`console.messages.${value}`) }))}
        label={t("console.visit.status")}
        onChange={(statuses) => onSearch({ status: words(statuses) })}
        placeholder={search.status ? undefined : t("console.visits.anyStatus")}
        value={search.status?.split(",") ?? []}
      />
      <MultiSelect
        clearable
        data={messageEvents.map((value) => ({ value, label: t(`console.messages.event_${value}`) }))}
        label={t("console.messages.event")}
        onChange={(events) => onSearch({ event: words(events) })}
        placeholder={search.event ? undefined : t("console.messages.anyEvent")}
        value={search.event?.split(",") ?? []}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
