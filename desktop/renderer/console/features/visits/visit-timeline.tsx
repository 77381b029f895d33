import { Skeleton, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { revertible } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer, VisitLogAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { type TextKey, useLanguage, useTranslate } from "../../lib/language.ts";
import { visitLogsQuery } from "./queries.ts";
import { RevertForm } from "./undo/revert-form.tsx";
import { useRevert } from "./undo/use-revert.ts";

const knownActions = [
  "apply",
  "reserve",
  "approve",
  "reject",
  "undo",
  "cancel",
  "close",
  "issue",
  "recovery",
  "overnight",
  "overnightEnd",
  "revert",
  "edit",
  "agree",
  "handOver",
  "told",
  "lost",
  "found",
  "end",
] as const;

function labelOf(action: string): TextKey {
  const known = knownActions.find((name) => name === action);
  return known ? `console.log.${known}` : "console.log.other";
}

/** Field names in the note of an edit. */
const fields: Readonly<Record<string, TextKey>> = {
  name: "console.person.name",
  cellphone: "console.person.cellphone",
  email: "console.person.email",
  company: "console.person.company",
  position: "console.person.position",
  carNumber: "console.person.carNumber",
  note: "console.visit.note",
  hostUser: "console.visit.host",
  location: "console.visit.place",
  purpose: "console.visit.purpose",
  startDate: "console.visit.start",
  endDate: "console.visit.end",
};

/** History of a visit, newest first, with undo buttons. */
export function VisitTimeline({ visit }: { readonly visit: Pick<VisitAnswer, "id" | "name"> }) {
  const { id } = visit;
  const t = useTranslate();
  const revert = useRevert(visit);
  const logs = useQuery(visitLogsQuery(id, useLanguage()));
  if (logs.isPending) return <Skeleton height={120} />;
  if (logs.isLoadingError) return <ErrorState onRetry={() => void logs.refetch()} error={logs.error} />;
  const actorOf = ({ actor: { kind, name, onBehalfOf: host } }: VisitLogAnswer) => {
    if (kind !== "staff") return t(`console.log.by.${kind}`);
    return host === null ? name : t("console.log.onBehalf", { name, host });
  };
  /** Translates the field name in "cellphone 010-12**-*678 → ***". */
  const fieldOf = (change: string) => {
    const [name = "", ...values] = change.split(" ");
    return [fields[name] ? t(fields[name]) : name, ...values].join(" ");
  };
  const noteOf = ({ action, note }: VisitLogAnswer) =>
    action === "edit" ? note.split(", ").map(fieldOf).join(", ") : note;
  return (
    <Timeline active={-1} bulletSize={14} lineWidth={2}>
      {[...logs.data].reverse().map((log) => (
        <Timeline.Item key={log.id} title={t(labelOf(log.action))}>
          <Text c="dimmed" className="tabular" size="xs">
            {log.at} · {actorOf(log)}
            {log.byLink && ` · ${t("console.log.byLink")}`}
          </Text>
          {log.passNo && <Text size="sm">{t("console.log.pass", { passNo: log.passNo })}</Text>}
          {log.effectiveAt && (
            <Text className="tabular" size="sm">
              {t("console.log.effectiveAt", { at: log.effectiveAt })}
            </Text>
          )}
          {log.note && <Text size="sm">{noteOf(log)}</Text>}
          {log.revert &&
            (revert.prompt?.action === log.action ? (
              <RevertForm revert={revert} visitId={id} />
            ) : (
              <UndoButton action={log.action} revert={revert} />
            ))}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

interface UndoButtonProps {
  readonly action: string;
  readonly revert: ReturnType<typeof useRevert>;
}

function UndoButton({ action, revert }: UndoButtonProps) {
  const t = useTranslate();
  const revertibleAction = revertible.find((name) => name === action);
  if (!revertibleAction) return null;
  return (
    <OnlineButton
      aria-label={`${t("console.undo.press")}: ${t(labelOf(action))}`}
      loading={revert.isPending}
      mt={4}
      onClick={() => revert.start(revertibleAction)}
      size="compact-sm"
      variant="default"
    >
      {t("console.undo.press")}
    </OnlineButton>
  );
}
