import { Anchor, Text } from "@mantine/core";
import type { AccessRow } from "#contract/access-log.ts";
import { Moment } from "../../components/date-time.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";
import { roleWord, whoseWords } from "./access-labels.ts";
import { callName } from "./calls.ts";

/** The columns of the access log. @param onOpen shows one entry */
export function useAccessColumns(
  onOpen: (row: AccessRow) => void,
  { canSort }: { readonly canSort: boolean },
): readonly Column<AccessRow>[] {
  const t = useTranslate();
  return [
    {
      id: "at",
      header: t("console.access.at"),
      canSort,
      isFixed: true,
      cell: (row) => (
        <Anchor component="button" onClick={() => onOpen(row)} ta="left" type="button">
          <Moment at={row.at} />
        </Anchor>
      ),
    },
    {
      id: "who",
      header: t("console.access.who"),
      cell: ({ hostUser }) => (
        <>
          {hostUser.name}
          <Text c="dimmed" size="xs">
            {roleWord(hostUser, t)}
          </Text>
        </>
      ),
    },
    {
      id: "what",
      header: t("console.access.what"),
      cell: ({ what, reason }) => (
        <>
          {callName(what, t)}
          {reason && (
            <Text c="dimmed" size="xs">
              {reason}
            </Text>
          )}
        </>
      ),
    },
    { id: "whose", header: t("console.access.whose"), cell: (row) => whoseWords(row, t) },
    {
      id: "address",
      header: t("console.access.address"),
      isWide: true,
      cell: ({ address }) => <span className="tabular">{address}</span>,
    },
  ];
}
