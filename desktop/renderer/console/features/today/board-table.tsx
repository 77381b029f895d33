import { Paper, Table } from "@mantine/core";
import type { ReactNode } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { useTranslate } from "../../lib/language.ts";
import { usePreferences } from "../../lib/preferences.ts";
import { BoardRow } from "./board-row.tsx";
import { type BoardAction, type BoardTab, nextAction } from "./board-tabs.ts";
import styles from "./today.module.css";

interface Props {
  readonly list: BoardTab;
  /** Wall time. */
  readonly now: string;
  readonly rows: readonly VisitAnswer[];
  /** The visit whose drawer is open. */
  readonly selected: number | undefined;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void;
  readonly onOpen: (id: number, action?: BoardAction) => void;
  /** Next to the title of the list. */
  readonly tools: ReactNode;
}

/** Twelve rows fit on a screen of 900 pixels. */
const spacing = { comfortable: 5, compact: 2 } as const;

/**
 * Table of a tab. Roles are explicit because rows become two lines on narrow screens, and without a table layout screen
 * readers no longer treat the element as a table.
 */
export function BoardTable({ list, now, rows, selected, chosen, onChoose, onOpen, tools }: Props) {
  const t = useTranslate();
  const { tableDensity } = usePreferences();
  const selectable = rows.filter((row) => nextAction(row)).map(({ id }) => id);
  const areAllChosen = selectable.length > 0 && selectable.every((id) => chosen.has(id));
  return (
    <Paper className={styles.list} radius="lg" withBorder>
      <div className={styles.listHeader}>
        <span aria-hidden className={styles.listName}>
          {t(`console.today.${list}`)} <span className="tabular">{rows.length}</span>
        </span>
        {tools}
      </div>
      <Table.ScrollContainer className={styles.dayScroll} minWidth={0} type="native">
        <Table
          className={styles.dayTable}
          highlightOnHover
          role="table"
          stickyHeader
          verticalSpacing={spacing[tableDensity]}
        >
          <caption className="visually-hidden">
            {t(`console.today.${list}`)} {rows.length}
          </caption>
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              <Table.Th className={styles.wideOnly} role="columnheader">
                <label className={styles.checkboxCell}>
                  <input
                    aria-label={t("console.table.chooseAll")}
                    checked={areAllChosen}
                    className={styles.checkbox}
                    disabled={selectable.length === 0}
                    onChange={() => onChoose(selectable, !areAllChosen)}
                    type="checkbox"
                  />
                </label>
              </Table.Th>
              <Table.Th role="columnheader">{t("console.visit.time")}</Table.Th>
              <Table.Th role="columnheader">{t("console.visit.visitor")}</Table.Th>
              <Table.Th className={styles.wideOnly} role="columnheader">
                {t("console.visit.host")}
              </Table.Th>
              <Table.Th className={styles.widestOnly} role="columnheader">
                {t("console.visit.placePurpose")}
              </Table.Th>
              <Table.Th className={styles.wideOnly} role="columnheader">
                {t("console.visit.pass")}
              </Table.Th>
              <Table.Th role="columnheader">{t("console.visit.status")}</Table.Th>
              <Table.Th role="columnheader">
                <span className="visually-hidden">{t("console.today.next")}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row) => (
              <BoardRow
                isChosen={chosen.has(row.id)}
                isSelected={row.id === selected}
                key={row.id}
                now={now}
                onChoose={onChoose}
                onOpen={onOpen}
                row={row}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 && <EmptyState title={t(`console.today.${list}None`)} />}
    </Paper>
  );
}
