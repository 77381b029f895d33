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

const shownAtOnce = 200;

const words = ({ name, company, host, passNo, reserveNo }: SnapshotVisit) =>
  [name, company, host, passNo, reserveNo].join(" ").toLowerCase();

/** A day's visitors with the way to each badge. What only the server can do stands there, and says so. */
export function OfflineTable({ day, visits }: Props) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const isUnreachable = useUnreachableSince() !== undefined;
  const wanted = text.trim().toLowerCase();
  const found = useMemo(() => visits.filter((visit) => words(visit).includes(wanted)), [visits, wanted]);
  const shown = useMemo(() => (isWhole ? found : found.slice(0, shownAtOnce)), [found, isWhole]);
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
        <EmptyState title={t(wanted ? "console.offline.notFound" : "console.offline.nobody")} />
      )}
      {found.length > shown.length && (
        <Button onClick={() => setIsWhole(true)} variant="default">
          {t("console.offline.more", { count: found.length - shown.length })}
        </Button>
      )}
    </>
  );
}
