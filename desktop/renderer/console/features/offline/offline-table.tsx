import { Button, Group, Table, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { SnapshotVisit } from "../../../../ipc.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useUnreachableSince } from "../../lib/connectivity.ts";
import { useTranslate } from "../../lib/language.ts";
import { offlineColumns } from "./columns.tsx";
import styles from "./offline.module.css";

interface Props {
  /** "YYYY-MM-DD" */
  readonly day: string;
  readonly visits: readonly SnapshotVisit[];
}

const initialRows = 200;

const searchTextOf = ({ name, company, host, passNo, reserveNo }: SnapshotVisit) =>
  foldWidth([name, company, host, passNo, reserveNo].join(" "));
const foldWidth = (text: string) => text.normalize("NFKC").toLowerCase();

/** A day's visitors with a link to each badge. Actions that need the server are shown as disabled. */
export function OfflineTable({ day, visits }: Props) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const [isExpanded, setIsExpanded] = useState(false);
  const isUnreachable = useUnreachableSince() !== undefined;
  const query = foldWidth(text.trim());
  const found = useMemo(() => visits.filter((visit) => searchTextOf(visit).includes(query)), [visits, query]);
  const shown = useMemo(() => (isExpanded ? found : found.slice(0, initialRows)), [found, isExpanded]);
  const table = useRowsTable(offlineColumns, shown, { getRowId: ({ id }) => String(id), meta: { day } });
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <TextInput
          autoComplete="off"
          label={t("console.offline.find")}
          leftSection={<IconSearch aria-hidden size={16} />}
          onChange={(event) => setText(event.currentTarget.value)}
          value={text}
        />
        {isUnreachable && (
          <Group gap="xs">
            <OnlineButton>{t("console.action.issue")}</OnlineButton>
            <OnlineButton>{t("console.action.recovery")}</OnlineButton>
          </Group>
        )}
      </Group>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table className={styles.table} highlightOnHover>
          <TableHead table={table} />
          <TableBody table={table} />
        </Table>
      </Table.ScrollContainer>
      {found.length === 0 && (
        <EmptyState title={t(query ? "console.offline.notFound" : "console.offline.nobody")} />
      )}
      {found.length > shown.length && (
        <Button onClick={() => setIsExpanded(true)} variant="default">
          {t("console.offline.more", { count: found.length - shown.length })}
        </Button>
      )}
    </>
  );
}
