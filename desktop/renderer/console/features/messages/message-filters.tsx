import { messageEvents, messageStatuses } from "#contract/sms.ts";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { SearchField } from "../../components/table/search-field.tsx";
import { WordsFilter } from "../../components/table/words-filter.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./messages.module.css";
import type { MessagesSearch } from "./messages-search.ts";

interface Props {
  readonly search: MessagesSearch;
  readonly onSearch: (change: Partial<MessagesSearch>) => void;
}

/** What narrows the list of messages: text, state, event, days. */
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
      <WordsFilter
        placeholder={t("console.visits.anyStatus")}
        label={t("console.visit.status")}
        nameOf={(word) => t(`console.messages.${word}`)}
        onChange={(status) => onSearch({ status })}
        value={search.status}
        words={messageStatuses}
      />
      <WordsFilter
        placeholder={t("console.messages.anyEvent")}
        label={t("console.messages.event")}
        nameOf={(word) => t(`console.messages.event_${word}`)}
        onChange={(event) => onSearch({ event })}
        value={search.event}
        words={messageEvents}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
