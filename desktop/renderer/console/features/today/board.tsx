import { Paper, Table, Text, UnstyledButton } from "@mantine/core";
import { timeOf } from "#browser/formats.ts";
import type { ProgressAnswer, VisitAnswer } from "#contract/visits.ts";
import { RowButton } from "../../components/buttons.tsx";
import { Period } from "../../components/date-time.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import { rowSpacing, usePreferences } from "../../lib/preferences.ts";
import { heldPasses, hostLabel, partyLabel } from "../visits/labels.ts";
import type { BoardTab } from "./board-tabs.ts";
import styles from "./today.module.css";

interface DayTableProps {
  readonly list: BoardTab;
  /** Today by the site's calendar. */
  readonly day: string;
  readonly rows: readonly VisitAnswer[];
  readonly selected: number | undefined;
  readonly onOpen: (id: number) => void;
}

/** One of the day's lists; the name opens the visit. */
export function BoardTable({ list, day, rows, selected, onOpen }: DayTableProps) {
  const t = useTranslate();
  const { tableDensity } = usePreferences();
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
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("console.visit.time")}</Table.Th>
              <Table.Th>{t("console.visit.visitor")}</Table.Th>
              <Table.Th className={styles.wide}>{t("console.visit.host")}</Table.Th>
              <Table.Th className={styles.wide}>{t("console.visit.placePurpose")}</Table.Th>
              <Table.Th className={styles.wide}>{t("console.visit.pass")}</Table.Th>
              <Table.Th>{t("console.visit.status")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr data-selected={row.id === selected ? true : undefined} key={row.id}>
                <Table.Td className="tabular">
                  <BoardTime day={day} row={row} />
                </Table.Td>
                <Table.Td>
                  <RowButton onOpen={() => onOpen(row.id)}>{row.name}</RowButton>
                  <Text c="dimmed" size="xs">
                    {[row.company, row.carNumber, partyLabel(row, t)].filter(Boolean).join(" · ")}
                  </Text>
                </Table.Td>
                <Table.Td className={styles.wide}>
                  {hostLabel(row, t)}
                  <Text c="dimmed" size="xs">
                    {row.hostUser.department}
                  </Text>
                </Table.Td>
                <Table.Td className={styles.wide}>
                  {row.accessiblePlace?.name}
                  <Text c="dimmed" size="xs">
                    {row.purpose.name}
                  </Text>
                </Table.Td>
                <Table.Td className={`${styles.wide} tabular`}>{heldPasses(row)}</Table.Td>
                <Table.Td>
                  <StatusBadge code={row.statusCode} name={row.status.name} />
                  {row.overnight && (
                    <Text c="dimmed" fw={600} size="xs">
                      {t("console.visit.overnight")}
                    </Text>
                  )}
                  {row.overdue && (
                    <Text c="var(--status-rejected)" fw={600} size="xs">
                      {t("console.visit.overdue")}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 && <EmptyState title={t(`console.today.${list}None`)} />}
    </Paper>
  );
}

/** Today's times alone; a visit that spans days, or is of another day, with its dates. */
function BoardTime({ day, row }: { readonly day: string; readonly row: VisitAnswer }) {
  if (!row.startDate.startsWith(day) || !row.endDate.startsWith(day)) {
    return (
      <Text className={styles.days} component="span" size="xs">
        <Period end={row.endDate} start={row.startDate} />
      </Text>
    );
  }
  return (
    <>
      {timeOf(row.startDate)}
      <Text c="dimmed" component="span" size="xs">
        –{timeOf(row.endDate)}
      </Text>
    </>
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
      count: counts.applied + counts.approved + counts.expectedAgain,
      more: t("console.today.undecided", { count: counts.applied }),
    },
    { list: "inside", count: counts.entered },
    { list: "overdue", count: counts.overdue, isAlert: true },
    { list: "notReturned", count: counts.notReturned, isAlert: true },
    { list: "left", count: counts.exited + counts.ended - counts.expectedAgain },
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
