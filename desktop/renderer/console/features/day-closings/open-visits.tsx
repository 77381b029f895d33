import { Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { OpenVisit } from "#contract/visits/day-closings.ts";
import { RowButton } from "../../components/buttons.tsx";
import { DatedText } from "../../components/date-time.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import { hostLabel } from "../visits/labels.ts";
import { BulkActions } from "./bulk-actions.tsx";
import styles from "./day-closings.module.css";

interface Props {
  readonly rows: readonly OpenVisit[];
  /** The site's clock, "YYYY-MM-DD HH:mm". */
  readonly now: string;
  readonly onOpen: (id: number) => void;
}

/** Visitors who are inside or still hold a pass, with bulk actions. */
export function OpenVisits({ rows, now, onOpen }: Props) {
  const t = useTranslate();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = rows.filter(({ visit }) => ids.has(visit.id));
  const choose = (chosenRows: readonly OpenVisit[]) =>
    setIds(new Set(chosenRows.map(({ visit }) => visit.id)));
  if (rows.length === 0)
    return <EmptyState title={t("console.closing.none")}>{t("console.closing.noneText")}</EmptyState>;
  const chooseOne = (row: OpenVisit, isChosen: boolean) =>
    choose(isChosen ? [...chosen, row] : chosen.filter((other) => other !== row));
  return (
    <Stack gap="sm">
      <Checkbox
        checked={chosen.length === rows.length}
        indeterminate={chosen.length > 0 && chosen.length < rows.length}
        label={t("console.closing.all", { count: rows.length })}
        onChange={(event) => choose(event.currentTarget.checked ? rows : [])}
      />
      {chosen.length > 0 && <BulkActions chosen={chosen} now={now} onDone={choose} />}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <Paper className={styles.row} component="li" key={row.visit.id} p="sm" radius="lg" withBorder>
            <Checkbox
              aria-label={t("console.closing.choose", { name: row.visit.name })}
              checked={ids.has(row.visit.id)}
              onChange={(event) => chooseOne(row, event.currentTarget.checked)}
            />
            <OpenVisitItem onOpen={() => onOpen(row.visit.id)} row={row} />
          </Paper>
        ))}
      </ul>
    </Stack>
  );
}

function OpenVisitItem({ row, onOpen }: { readonly row: OpenVisit; readonly onOpen: () => void }) {
  const t = useTranslate();
  const { visit, passes, remindedAt } = row;
  const since =
    visit.statusCode === "entered"
      ? visit.enteredAt && t("console.closing.insideSince", { at: visit.enteredAt })
      : visit.exitedAt && t("console.closing.leftAtTime", { at: visit.exitedAt });
  return (
    <div className={styles.facts}>
      <div>
        <RowButton onOpen={onOpen}>{visit.name}</RowButton>
        <Text c="dimmed" size="xs">
          {[visit.company, hostLabel(visit, t)].filter(Boolean).join(" · ")}
        </Text>
      </div>
      <div>
        <Group gap={6}>
          <StatusBadge code={visit.statusCode} name={visit.status.name} />
          {visit.overnight && (
            <Text c="dimmed" fw={600} size="xs">
              {t("console.visit.overnight")}
            </Text>
          )}
        </Group>
        <Text className="tabular" size="xs">
          {since && <DatedText>{since}</DatedText>}
        </Text>
        {visit.overnight && (
          <Text c="dimmed" className="tabular" size="xs">
            <DatedText>{t("console.closing.overnightBy", visit.overnight)}</DatedText>
          </Text>
        )}
      </div>
      <div>
        {passes.map((pass) => (
          <Text className="tabular" key={pass.id} size="sm">
            <DatedText>
              {t(pass.vehicle ? "console.closing.carPassSince" : "console.closing.passSince", {
                passNo: pass.passNo,
                at: pass.issuedAt,
              })}
            </DatedText>
          </Text>
        ))}
        {remindedAt && (
          <Text c="dimmed" className="tabular" size="xs">
            {t("console.closing.remindedAt", { at: remindedAt })}
          </Text>
        )}
      </div>
    </div>
  );
}
