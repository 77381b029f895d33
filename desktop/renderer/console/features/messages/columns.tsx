import { Stack, Text } from "@mantine/core";
import type { MessageAnswer, MessageStatus as Status } from "#contract/messages/sms.ts";
import { RowButton } from "../../components/buttons.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, actionsId, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import { RowActions } from "../../components/table/row-actions.tsx";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { RetryMessage } from "./retry-message.tsx";

/** Masked phone number or e-mail address of the recipient. */
export const destinationOf = ({ cellPhone, email }: MessageAnswer["to"]): string => cellPhone || email;

/** Sender of a message: an API key, a user, or the product itself. */
export function senderOf({ sentBy, sentByKey }: MessageAnswer, t: Translate): string {
  if (sentByKey) return t("console.messages.byKey", { name: sentByKey.name });
  return sentBy?.name ?? t("console.messages.product");
}

/** Columns of the message list. */
export const messageColumns = (t: Translate): Columns<MessageAnswer> => [
  accessor("createdAt", { header: t("console.messages.createdAt"), enableSorting: true, meta: wideFigures }),
  {
    id: "to",
    header: t("console.messages.to"),
    enableHiding: false,
    cell: ({ row, table }) => (
      <>
        <RowButton onOpen={() => table.options.meta?.onOpen?.(row.original.id)}>
          {row.original.to.name || destinationOf(row.original.to) || t("console.messages.erasedTo")}
        </RowButton>
        {row.original.to.name && (
          <Text c="dimmed" className="tabular" size="xs">
            {destinationOf(row.original.to)}
          </Text>
        )}
      </>
    ),
  },
  {
    id: "event",
    header: t("console.messages.event"),
    accessorFn: ({ event }) => t(`console.messages.event_${event}`),
    meta: wide,
  },
  {
    id: "text",
    header: t("console.messages.text"),
    meta: { isWide: true, minWidth: "text" },
    cell: ({ row }) => (
      <Text lineClamp={2} maw={420} size="sm">
        {row.original.erased ? t("console.messages.erased") : row.original.text}
      </Text>
    ),
  },
  {
    id: "status",
    header: t("console.visit.status"),
    cell: ({ row }) => <StatusWithReason message={row.original} />,
  },
  {
    id: "sentBy",
    header: t("console.messages.sentBy"),
    accessorFn: (message) => senderOf(message, t),
    meta: wide,
  },
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row: { original } }) =>
      original.actions.includes("retry") && (
        <RowActions name={original.to.name || destinationOf(original.to)}>
          {(close) => <RetryMessage message={original} onDone={close} />}
        </RowActions>
      ),
  },
];

/** Columns of the result after sending. */
export const sentColumns = (t: Translate): Columns<MessageAnswer> => [
  {
    id: "to",
    header: t("console.messages.to"),
    cell: ({ row: { original } }) => (
      <>
        <Text fw={600}>{original.to.name || destinationOf(original.to)}</Text>
        {original.to.name && (
          <Text c="dimmed" className="tabular" size="sm">
            {destinationOf(original.to)}
          </Text>
        )}
      </>
    ),
  },
  {
    id: "status",
    header: t("console.visit.status"),
    cell: ({ row }) => <StatusWithReason message={row.original} />,
  },
];

/** Visit statuses whose colours stand for each message status. */
const statusCodes = {
  queued: "applied",
  sending: "approved",
  sent: "exited",
  kept: "approved",
  failed: "rejected",
  unknown: "entered",
  withdrawn: "ended",
} as const satisfies Record<Status, string>;

export function MessageStatus({ status }: { readonly status: Status }) {
  const t = useTranslate();
  return <StatusBadge code={statusCodes[status]} name={t(`console.messages.${status}`)} />;
}

/** The status, and why the message was not sent or is delayed. */
function StatusWithReason({ message: { status, error } }: { readonly message: MessageAnswer }) {
  return (
    <Stack align="flex-start" gap={2}>
      <MessageStatus status={status} />
      {error && (
        <Text lineClamp={3} maw={260} size="sm">
          {error}
        </Text>
      )}
    </Stack>
  );
}
