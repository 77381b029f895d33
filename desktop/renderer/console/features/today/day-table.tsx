import { Paper, Table, Text } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits.ts";
import { Empty } from "../../components/empty-state.tsx";
import { RowButton } from "../../components/row-button.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { rowSpacing } from "../../components/table/row-spacing.ts";
import { timeOf } from "../../lib/format.ts";
import { useTranslate } from "../../lib/language.ts";
import { usePreferences } from "../../lib/preferences.ts";
import { heldPasses, partyWords } from "../visits/visit-labels.ts";
import type { DayList } from "./board-tabs.ts";
import styles from "./today.module.css";

interface Props {
  readonly list: DayList;
  readonly rows: readonly VisitAnswer[];
  readonly selected: number | undefined;
  readonly onOpen: (id: number) => void;
}

/** One of the day's lists; the name opens the visit. */
export function DayTable({ list, rows, selected, onOpen }: Props) {
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
                  {timeOf(row.startDate)}
                  <Text c="dimmed" component="span" size="xs">
                    –{timeOf(row.endDate)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <RowButton onOpen={() => onOpen(row.id)}>{row.name}</RowButton>
                  <Text c="dimmed" size="xs">
                    {[row.company, row.carNumber, partyWords(row, t)].filter(Boolean).join(" · ")}
                  </Text>
                </Table.Td>
                <Table.Td className={styles.wide}>
                  {row.hostUser.name}
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
      {rows.length === 0 && <Empty title={t(`console.today.${list}None`)} />}
    </Paper>
  );
}
