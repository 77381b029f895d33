import { Paper, Table, UnstyledButton } from "@mantine/core";
import type { ProgressAnswer, VisitAnswer } from "#contract/visits.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { rowSpacing } from "../../components/table/column-menu.tsx";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { usePreferences } from "../../lib/preferences.ts";
import type { BoardTab } from "./board-tabs.ts";
import { boardColumns } from "./columns.tsx";
import styles from "./today.module.css";

interface DayTableProps {
  readonly list: BoardTab;
  readonly rows: readonly VisitAnswer[];
  readonly selected: number | undefined;
  readonly onOpen: (id: number) => void;
}

/** One of the day's lists; the name opens the visit. */
export function BoardTable({ list, rows, selected, onOpen }: DayTableProps) {
  const t = useTranslate();
  const { tableDensity } = usePreferences();
  const table = useRowsTable(boardColumns, rows, { getRowId: ({ id }) => String(id), meta: { onOpen } });
  return (
    <Paper className={styles.paper} radius="lg" withBorder>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table
          className={styles.dayTable}
          highlightOnHover
          stickyHeader
          verticalSpacing={rowSpacing[tableDensity]}
        >
          <caption className={styles.dayTableCaption}>
            {t(`console.today.${list}`)} <span className="tabular">{rows.length}</span>
          </caption>
          <TableHead table={table} />
          <TableBody selected={selected} table={table} />
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 && <EmptyState title={t(`console.today.${list}None`)} />}
    </Paper>
  );
}

interface CountsProps {
  readonly counts: ProgressAnswer["counts"];
  readonly chosen: BoardTab;
  readonly onChoose: (list: BoardTab) => void;
}

/** How many there are of each; each number leads to its list. */
export function BoardCounts({ counts, chosen, onChoose }: CountsProps) {
  const t = useTranslate();
  const tiles: readonly { list: BoardTab; count: number; isAlert?: boolean; more?: string }[] = [
    {
      list: "expected",
      count: counts.applied + counts.approved,
      more: t("console.today.undecided", { count: counts.applied }),
    },
    { list: "inside", count: counts.entered },
    { list: "overdue", count: counts.overdue, isAlert: true },
    { list: "notReturned", count: counts.notReturned, isAlert: true },
    { list: "left", count: counts.exited + counts.ended },
  ];
  return (
    <section aria-label={t("console.today.lists")} className={styles.tiles}>
      {tiles.map(({ list, count, isAlert = false, more }) => (
        <UnstyledButton
          aria-pressed={list === chosen}
          className={styles.tile}
          data-alert={isAlert && count > 0 ? true : undefined}
          key={list}
          onClick={() => onChoose(list)}
        >
          <span className={styles.label}>{t(`console.today.${list}`)}</span>
          <span className={styles.count}>{count}</span>
          <span className={styles.more}>{more ?? ""}</span>
        </UnstyledButton>
      ))}
    </section>
  );
}
