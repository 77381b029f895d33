import { Text } from "@mantine/core";
import type { MessageAnswer } from "#contract/sms.ts";
import { RowButton } from "../../components/row-button.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";
import { MessageStatus } from "./message-status.tsx";

/** The columns of what was sent. */
export function useMessageColumns(onOpen: (id: number) => void): readonly Column<MessageAnswer>[] {
  const t = useTranslate();
  return [
    {
      id: "createdAt",
      header: t("console.messages.createdAt"),
      canSort: true,
      isWide: true,
      cell: (row) => <span className="tabular">{row.createdAt}</span>,
    },
    {
      id: "to",
      header: t("console.messages.to"),
      isFixed: true,
      cell: (row) => (
        <>
          <RowButton onOpen={() => onOpen(row.id)}>
            {row.to.name || row.to.cellPhone || t("console.messages.erasedTo")}
          </RowButton>
          {row.to.name && (
            <Text c="dimmed" className="tabular" size="xs">
              {row.to.cellPhone}
            </Text>
          )}
        </>
      ),
    },
    {
      id: "event",
      header: t("console.messages.event"),
      isWide: true,
      cell: (row) => t(`console.messages.event_${row.event}`),
    },
    {
      id: "text",
      header: t("console.messages.text"),
      isWide: true,
      cell: (row) => (
        <Text lineClamp={2} maw={420} size="sm">
          {row.erased ? t("console.messages.erased") : row.text}
        </Text>
      ),
    },
    {
      id: "status",
      header: t("console.visit.status"),
      cell: (row) => <MessageStatus status={row.status} />,
    },
    {
      id: "sentBy",
      header: t("console.messages.sentBy"),
      isWide: true,
      cell: (row) => row.sentBy?.name ?? t("console.messages.product"),
    },
  ];
}
