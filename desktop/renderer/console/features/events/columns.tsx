import { Text } from "@mantine/core";
import { alertKinds } from "#contract/alert-kinds.ts";
import { type EventAnswer, eventSubjects } from "#contract/privacy/events.ts";
import { accessor, type Columns, wideFigures } from "../../components/table/columns.ts";
import { dateTimeColumn } from "../../components/table/date-time-column.tsx";
import type { Translate } from "../../lib/language.ts";

export const subjectLabel = (subject: string, t: Translate): string => {
  const known = eventSubjects.find((name) => name === subject);
  return known ? t(`console.events.subject.${known}`) : subject;
};

/** Label of an event: the alert, else call, record and detail. */
export function whatLabel({ kind, call, subject, subjectId, detail }: EventAnswer, t: Translate): string {
  if (kind === "alert") {
    const known = alertKinds.find((name) => name === detail);
    return known ? t(`console.events.alert.${known}`) : detail;
  }
  const record = subject && [subjectLabel(subject, t), subjectId].filter(Boolean).join(" ");
  return [kind === "change" ? "" : call, record, detail].filter(Boolean).join(" · ");
}

/** The API key or user, and the host represented by a deputy; empty without a signed-in user. */
export function whoLabel({ hostUser, apiKey, onBehalfOf }: EventAnswer, t: Translate): string {
  const name = apiKey?.name ?? hostUser?.name ?? "";
  return onBehalfOf ? t("console.log.onBehalf", { name, host: onBehalfOf.name }) : name;
}

export const eventColumns = (t: Translate): Columns<EventAnswer> => [
  dateTimeColumn(t),
  {
    id: "kind",
    header: t("console.events.kind"),
    accessorFn: ({ kind }) => t(`console.events.kinds.${kind}`),
  },
  {
    id: "who",
    header: t("console.events.who"),
    accessorFn: (row) => whoLabel(row, t),
    cell: ({ row: { original } }) => (
      <>
        {whoLabel(original, t) || t("console.events.nobody")}
        {original.apiKey && (
          <Text c="dimmed" size="xs">
            {t("console.log.by.key")} {original.apiKey.prefix}
          </Text>
        )}
        {original.hostUser?.role && (
          <Text c="dimmed" size="xs">
            {t(`console.role.${original.hostUser.role}`)}
          </Text>
        )}
      </>
    ),
  },
  { id: "what", header: t("console.events.what"), accessorFn: (row) => whatLabel(row, t) },
  accessor("address", { header: t("console.access.address"), meta: wideFigures }),
];
