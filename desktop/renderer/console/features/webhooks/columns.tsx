import { Button } from "@mantine/core";
import type { DeliveryAnswer, DeliveryState, WebhookAnswer } from "#contract/site/webhooks.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { RowButton } from "../../components/buttons.tsx";
import { DateTime } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, actionsId, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { ResendButton } from "./webhook-actions.tsx";

/** State of a webhook, with the visit status whose colour stands for it. */
function stateOf({
  active,
  pausedBecause,
  failingSince,
}: WebhookAnswer): [StatusCode, "on" | "off" | "failing" | "paused"] {
  if (pausedBecause) return ["rejected", "paused"];
  if (!active) return ["ended", "off"];
  return failingSince ? ["entered", "failing"] : ["approved", "on"];
}

export const webhookColumns = (t: Translate): Columns<WebhookAnswer> => [
  accessor("name", {
    header: t("console.webhooks.name"),
    enableHiding: false,
    cell: ({ row: { original }, table }) => (
      <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
    ),
  }),
  accessor("host", { header: t("console.webhooks.host"), meta: wide }),
  {
    id: "events",
    header: t("console.webhooks.events"),
    accessorFn: ({ events }) => events.map((event) => t(`console.webhooks.event.${event}`)).join(", "),
    meta: wide,
  },
  {
    id: "personal",
    header: t("console.webhooks.personalShort"),
    accessorFn: ({ personal }) => t(personal ? "console.webhooks.yes" : "console.webhooks.no"),
    meta: wide,
  },
  {
    id: "state",
    header: t("console.webhooks.stateHead"),
    accessorFn: (webhook) => t(`console.webhooks.is.${stateOf(webhook)[1]}`),
    cell: ({ row: { original } }) => {
      const [code, state] = stateOf(original);
      return <StatusBadge code={code} name={t(`console.webhooks.is.${state}`)} />;
    },
  },
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row: { original }, table }) => (
      <Button
        onClick={() => table.options.meta?.onOpenDeliveries?.(original.id)}
        size="compact-sm"
        variant="default"
      >
        {t("console.webhooks.show")}
      </Button>
    ),
  },
];

const stateCodes: Record<DeliveryState, StatusCode> = {
  waiting: "applied",
  sending: "entered",
  delivered: "approved",
  failed: "rejected",
  unknown: "ended",
};

/** Error and response status of the last attempt. */
const answerLabel = ({ answerStatus, error }: DeliveryAnswer, t: Translate): string =>
  [error && t(`console.webhooks.error.${error}`), answerStatus].filter(Boolean).join(" · ");

export const deliveryColumns = (t: Translate): Columns<DeliveryAnswer> => [
  accessor("happenedAt", {
    header: t("console.webhooks.happenedAt"),
    enableHiding: false,
    cell: ({ row: { original } }) => <DateTime at={original.happenedAt} />,
  }),
  {
    id: "event",
    header: t("console.webhooks.eventHead"),
    accessorFn: ({ event, visitId, alert }) =>
      [
        t(`console.webhooks.event.${event}`),
        visitId && `#${visitId}`,
        alert && t(`console.events.alert.${alert}`),
      ]
        .filter(Boolean)
        .join(" "),
  },
  {
    id: "state",
    header: t("console.webhooks.stateHead"),
    accessorFn: ({ state }) => t(`console.webhooks.state.${state}`),
    cell: ({ row: { original } }) => (
      <StatusBadge code={stateCodes[original.state]} name={t(`console.webhooks.state.${original.state}`)} />
    ),
  },
  {
    id: "answer",
    header: t("console.webhooks.answer"),
    accessorFn: (row) => answerLabel(row, t),
  },
  accessor("attempts", { header: t("console.webhooks.attempts"), meta: wideFigures }),
  accessor("nextAttemptAt", {
    header: t("console.webhooks.nextAttempt"),
    cell: ({ row: { original } }) => original.nextAttemptAt && <DateTime at={original.nextAttemptAt} />,
    meta: wide,
  }),
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row: { original }, table }) => (
      <ResendButton delivery={original} webhookId={table.options.meta?.webhookId} />
    ),
  },
];
