import { Button, Table, Text } from "@mantine/core";
import { formatLength, timeOf } from "#browser/formats.ts";
import { notifiableStatusCodes } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { RowButton } from "../../components/buttons.tsx";
import { DateTime } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { carLabel, hostLabel, partyLabel } from "../visits/labels.ts";
import { type BoardAction, delayOf, nextAction, roundMinutes } from "./board-tabs.ts";
import styles from "./today.module.css";

interface Props {
  readonly row: VisitAnswer;
  /** Wall time. */
  readonly now: string;
  readonly isSelected: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void;
  readonly onOpen: (id: number, action?: BoardAction) => void;
}

/** A visit on the board, with the desk's next action. */
export function BoardRow({ row, now, isSelected, isChosen, onChoose, onOpen }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const next = nextAction(row);
  const delay = delayOf(row, now);
  return (
    <Table.Tr data-row data-selected={isSelected || undefined} role="row">
      <Table.Td className={styles.wideOnly} role="cell">
        {next && (
          <label className={styles.checkboxCell}>
            <input
              aria-label={t("console.table.chooseOne", { name: row.name })}
              checked={isChosen}
              className={styles.checkbox}
              onChange={() => onChoose([row.id], !isChosen)}
              type="checkbox"
            />
          </label>
        )}
      </Table.Td>
      <Table.Td className={`${styles.time} tabular`} role="cell">
        <BoardTime day={now.slice(0, 10)} row={row} />
      </Table.Td>
      <Table.Td className={styles.visitor} role="cell">
        <RowButton onOpen={() => onOpen(row.id)}>{row.name}</RowButton>
        <Text c="dimmed" size="xs">
          {[
            row.company,
            carLabel(row),
            partyLabel(row, t),
            row.unreachable &&
              notifiableStatusCodes.includes(row.statusCode) &&
              t(row.told ? "console.today.told" : "console.today.unreachable"),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td className={styles.wideOnly} role="cell">
        {hostLabel(row, t)}
        <Text c="dimmed" size="xs">
          {row.hostUser.department}
        </Text>
      </Table.Td>
      <Table.Td className={styles.widestOnly} role="cell">
        {row.accessiblePlace?.name}
        <Text c="dimmed" size="xs">
          {row.purpose.name}
        </Text>
      </Table.Td>
      <Table.Td className={`${styles.wideOnly} tabular`} role="cell">
        <HeldPasses row={row} />
      </Table.Td>
      <Table.Td className={styles.status} role="cell">
        <StatusBadge code={row.statusCode} name={row.status.name} />
        {row.overnight && (
          <Text c="dimmed" fw={600} size="xs">
            {t("console.visit.overnight")}
          </Text>
        )}
        {delay && (
          <Text
            c={`var(--status-${delay.kind === "over" ? "rejected" : "entered"})`}
            className={styles.delay}
            fw={600}
            size="xs"
          >
            {t(`console.today.${delay.kind}`, {
              length: formatLength(roundMinutes(delay.minutes), language),
            })}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={styles.action} role="cell">
        {next && (
          <Button onClick={() => onOpen(row.id, next)} size="compact-sm" variant="light">
            {/* visitors who have left only return the pass */}
            {t(`console.today.${next === "recovery" && row.statusCode !== "entered" ? "returned" : next}`)}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Held passes, without line breaks inside a number. */
function HeldPasses({ row: { pass, carPass } }: Pick<Props, "row">) {
  return (
    <>
      {pass && <span className="nowrap">{carPass ? `${pass.passNo},` : pass.passNo}</span>}{" "}
      {carPass && <span className="nowrap">{carPass.passNo}</span>}
    </>
  );
}

/** Times only for visits of today, else dates and times. */
function BoardTime({ day, row }: { readonly day: string; readonly row: VisitAnswer }) {
  if (!row.startDate.startsWith(day) || !row.endDate.startsWith(day)) {
    const isOneDay = row.endDate.startsWith(row.startDate.slice(0, 10));
    return (
      <Text component="span" size="xs">
        <span className={styles.periodEnd}>
          {/* no line break before the dash */}
          <DateTime at={row.startDate} />
          {"\u00a0–"}
        </span>{" "}
        <span className={styles.periodEnd}>
          {isOneDay ? timeOf(row.endDate) : <DateTime at={row.endDate} />}
        </span>
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
