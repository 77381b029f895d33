import { Skeleton, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { VisitLogAnswer } from "#contract/visits.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { type TextKey, useLanguage, useTranslate } from "../../lib/language.ts";
import { visitLogsQuery } from "./queries.ts";

const known = [
  "apply",
  "reserve",
  "approve",
  "reject",
  "undo",
  "cancel",
  "close",
  "issue",
  "recovery",
  "revert",
  "edit",
  "lost",
  "end",
] as const;

const labelOf = (action: string): TextKey =>
  (known as readonly string[]).includes(action) ? (`console.log.${action}` as TextKey) : "console.log.other";

/** The fields that the server names in the note of a change. */
const fields: Readonly<Record<string, TextKey>> = {
  name: "console.person.name",
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

/** What happened to a visit, newest first. */
export function VisitTimeline({ id }: { readonly id: number }) {
  const t = useTranslate();
  const logs = useQuery(visitLogsQuery(id, useLanguage()));
  if (logs.isPending) return <Skeleton height={120} />;
  if (logs.isError) return <ErrorState again={() => void logs.refetch()} error={logs.error} />;
  const actorOf = ({ actor }: VisitLogAnswer) =>
    actor.kind === "staff" ? actor.name : t(`console.log.by.${actor.kind}`);
  const fieldOf = (name: string) => (fields[name] ? t(fields[name]) : name);
  const noteOf = ({ action, note }: VisitLogAnswer) =>
    action === "edit" ? note.split(", ").map(fieldOf).join(", ") : note;
  return (
    <Timeline active={-1} bulletSize={14} lineWidth={2}>
      {[...logs.data].reverse().map((log) => (
        <Timeline.Item key={log.id} title={t(labelOf(log.action))}>
          <Text c="dimmed" className="tabular" size="xs">
            {log.at} · {actorOf(log)}
          </Text>
          {log.passNo && <Text size="sm">{t("console.log.pass", { passNo: log.passNo })}</Text>}
          {log.note && <Text size="sm">{noteOf(log)}</Text>}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
