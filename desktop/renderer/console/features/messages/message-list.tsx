import { Text } from "@mantine/core";
import {
  type MessageAnswer,
  messageEvents,
  messageStatuses,
  type MessageStatus as Status,
} from "#contract/sms.ts";
import { RowButton } from "../../components/buttons.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { ChoiceFilter, PeriodFields, SearchField } from "../../components/table/filters.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./messages.module.css";
import type { MessagesSearch } from "./search.ts";

/** The columns of what was sent. */
export function useMessageColumns(onOpen: (id: number) => void): readonly Column<MessageAnswer>[] {
  const t = useTranslate();
  return [
    {
      id: "createdAt",
      header: t("console.messages.createdAt"),
      canSort: true,
      isWide: true,
      cell: (row) => <span className="tabular">{row.createdAt}</span>,
    },
    {
      id: "to",
      header: t("console.messages.to"),
      isFixed: true,
      cell: (row) => (
        <>
          <RowButton onOpen={() => onOpen(row.id)}>
            {row.to.name || row.to.cellPhone || t("console.messages.erasedTo")}
          </RowButton>
          {row.to.name && (
            <Text c="dimmed" className="tabular" size="xs">
              {row.to.cellPhone}
            </Text>
          )}
        </>
      ),
    },
    {
      id: "event",
      header: t("console.messages.event"),
      isWide: true,
      cell: (row) => t(`console.messages.event_${row.event}`),
    },
    {
      id: "text",
      header: t("console.messages.text"),
      isWide: true,
      cell: (row) => (
        <Text lineClamp={2} maw={420} size="sm">
          {row.erased ? t("console.messages.erased") : row.text}
        </Text>
      ),
    },
    {
      id: "status",
      header: t("console.visit.status"),
      cell: (row) => <MessageStatus status={row.status} />,
    },
    {
      id: "sentBy",
      header: t("console.messages.sentBy"),
      isWide: true,
      cell: (row) => row.sentBy?.name ?? t("console.messages.product"),
    },
  ];
}

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

/** The tints of the visits' badges: waiting, under way, done, wrong, over. */
const tints = {
  queued: "applied",
  sending: "approved",
  sent: "exited",
  kept: "approved",
  failed: "rejected",
  unknown: "entered",
  withdrawn: "ended",
} as const satisfies Record<Status, string>;

export function MessageStatus({ status }: { readonly status: Status }) {
  const t = useTranslate();
  return <StatusBadge code={tints[status]} name={t(`console.messages.${status}`)} />;
}
