import { Alert, Button, Group, Select, Text } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import {
  eventKinds,
  eventSubjects,
  exportEvents,
  getEventCheck,
  listEvents,
} from "#contract/privacy/events.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportForm } from "../../components/export/export-form.tsx";
import { saveFile } from "../../components/export/save-sheets.ts";
import { DataTable } from "../../components/table/data-table.tsx";
import styles from "../../components/table/filters.module.css";
import { SearchField } from "../../components/table/filters.tsx";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { call, read } from "../../lib/api.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { type AccessSearch, eventListParams } from "../access-log/search.ts";
import { BlockedContent } from "./blocked-content.tsx";
import { eventColumns, subjectLabel } from "./columns.tsx";
import { EventDrawer } from "./event-drawer.tsx";

interface Props {
  readonly search: AccessSearch;
  readonly onSearch: (change: Partial<AccessSearch>) => void;
  readonly onOpen: (entry: number | undefined) => void;
}

const eventsQuery = (listParams: ReturnType<typeof eventListParams>, language: Language) =>
  queryOptions({
    queryKey: ["events", "list", listParams, language],
    queryFn: ({ signal }) => read(listEvents, { query: listParams }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const checkQuery = queryOptions({
  queryKey: ["events", "check"],
  queryFn: ({ signal }) => read(getEventCheck, {}, signal),
  staleTime: 0,
});

export function EventsView({ search, onSearch, onOpen }: Props) {
  const t = useTranslate();
  const listParams = eventListParams(search);
  const answer = useQuery(eventsQuery(listParams, useLanguage()));
  const table = useListTable({
    name: "events",
    columns: eventColumns,
    data: answer.data,
    search,
    onSearch,
    meta: { onOpen },
  });
  return (
    <>
      <IntegrityCheck />
      <EventFilters onSearch={onSearch} search={search} />
      <DataTable
        answer={answer}
        caption={t("console.access.eventsView")}
        empty={<EmptyState title={t("console.events.none")}>{t("console.events.noneText")}</EmptyState>}
        selected={search.entry}
        table={table}
        tools={<EventsExport listParams={listParams} />}
      />
      <BlockedContent />
      <EventDrawer
        onClose={() => onOpen(undefined)}
        onFilter={(filter) => {
          const noFilter = { hostUser: undefined, subject: undefined, subjectId: undefined };
          onSearch({ ...noFilter, entry: undefined, q: undefined, kind: undefined, ...filter });
        }}
        row={answer.data?.rows.find(({ id }) => id === search.entry)}
      />
    </>
  );
}

/** CSV export of the filtered events; the server logs the export with its reason. */
function EventsExport({ listParams }: { readonly listParams: ReturnType<typeof eventListParams> }) {
  const t = useTranslate();
  const save = async (reason: string, signal: AbortSignal) => {
    const { page: _page, size: _size, sort: _sort, ...filters } = listParams;
    const { csv, rows } = await call(exportEvents, { body: { ...filters, reason } }, { signal });
    saveFile(`${t("console.events.file")}.csv`, "text/csv;charset=utf-8", csv);
    return { count: rows, isCut: false };
  };
  return <ExportForm label={t("console.events.export")} onExport={save} />;
}

/** Result of the server's check that sealed days of the log are unchanged. */
function IntegrityCheck() {
  const t = useTranslate();
  const { data: check } = useQuery(checkQuery);
  if (!check) return <Text c="dimmed">{t("console.events.unchecked")}</Text>;
  const { at, days, broken } = check;
  if (broken.length === 0) return <Text c="dimmed">{t("console.events.whole", { at, count: days })}</Text>;
  return (
    <Alert color="red" role="alert" title={t("console.events.broken")}>
      {t("console.events.brokenText", { at, days: broken.join(", ") })}
    </Alert>
  );
}

function EventFilters({ search, onSearch }: Pick<Props, "search" | "onSearch">) {
  const t = useTranslate();
  const { hostUser, subject, subjectId } = search;
  const recordFilter =
    hostUser !== undefined
      ? t("console.events.ofPerson", { id: hostUser })
      : subject && subjectId !== undefined && `${subjectLabel(subject, t)} ${subjectId}`;
  return (
    <>
      <div className={styles.periodFilters}>
        <SearchField
          hint={t("console.access.whoHint")}
          label={t("console.events.who")}
          onChange={(q) => onSearch({ q })}
          value={search.q}
        />
        <Select
          clearable
          data={eventKinds.map((value) => ({ value, label: t(`console.events.kinds.${value}`) }))}
          label={t("console.events.kind")}
          onChange={(kind) => onSearch({ kind: kind ?? undefined })}
          placeholder={t("console.access.anyCall")}
          value={search.kind ?? null}
        />
        <Select
          clearable
          data={eventSubjects.map((value) => ({ value, label: subjectLabel(value, t) }))}
          label={t("console.events.record")}
          onChange={(next) => onSearch({ subject: next ?? undefined, subjectId: undefined })}
          placeholder={t("console.access.anyCall")}
          value={subject ?? null}
        />
        <PeriodFields onSearch={onSearch} search={search} />
      </div>
      {recordFilter && (
        <Group gap="xs">
          <Text>{t("console.events.only", { what: recordFilter })}</Text>
          <Button
            onClick={() => onSearch({ hostUser: undefined, subject: undefined, subjectId: undefined })}
            size="compact-sm"
            variant="default"
          >
            {t("console.events.all")}
          </Button>
        </Group>
      )}
    </>
  );
}
