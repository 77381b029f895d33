import { messageEvents, messageStatuses } from "#contract/messages/sms.ts";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./messages.module.css";
import type { MessagesSearch } from "./search.ts";

interface Props {
  readonly search: MessagesSearch;
  readonly onSearch: (change: Partial<MessagesSearch>) => void;
}

export function MessageFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.filters}>
      <SearchField
        hint={t("console.messages.searchHint")}
        label={t("console.messages.search")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <ChoiceFilter
        placeholder={t("console.visits.anyStatus")}
        label={t("console.visit.status")}
        nameOf={(choice) => t(`console.messages.${choice}`)}
        onChange={(status) => onSearch({ status })}
        value={search.status}
        choices={messageStatuses}
      />
      <ChoiceFilter
        placeholder={t("console.messages.anyEvent")}
        label={t("console.messages.event")}
        nameOf={(choice) => t(`console.messages.event_${choice}`)}
        onChange={(event) => onSearch({ event })}
        value={search.event}
        choices={messageEvents}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
