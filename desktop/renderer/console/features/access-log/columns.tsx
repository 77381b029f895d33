/** What the list, its drawer and the file say of an entry in the same words. */
import { Anchor, Text } from "@mantine/core";
import { type AccessRow, searchAccessLog } from "#contract/access-log.ts";
import { getErasureRequests } from "#contract/erasure-requests.ts";
import { passCalls, vehiclePassCalls } from "#contract/passes.ts";
import { getTrash } from "#contract/privacy-trash.ts";
import { getMessageRecipients, getMessages, retryMessage, sendMessages } from "#contract/sms.ts";
import { revealVisit } from "#contract/visit-actions.ts";
import { getVisitConsents } from "#contract/visit-consents.ts";
import {
  getActiveVisits,
  getFollowers,
  getNotReturned,
  getOwnRequests,
  getOwnVisited,
  getProgress,
  getReservedVisits,
  getVisit,
  getVisitLogs,
  searchVisits,
} from "#contract/visits.ts";
import { DateTime } from "../../components/date-time.tsx";
import type { SheetColumn } from "../../components/export/sheet-file.ts";
import type { Column } from "../../components/table/data-table.tsx";
import { type TextKey, type Translate, useTranslate } from "../../lib/language.ts";

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
          <DateTime at={row.at} />
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
            {roleLabel(hostUser, t)}
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
    { id: "whose", header: t("console.access.whose"), cell: (row) => whoseLabel(row, t) },
    {
      id: "address",
      header: t("console.access.address"),
      isWide: true,
      cell: ({ address }) => <span className="tabular">{address}</span>,
    },
  ];
}

/** Whose data it was: so many visits, or whoever has the number that was searched for. */
export function whoseLabel(
  { visits, byNumber }: Pick<AccessRow, "visits" | "byNumber">,
  t: Translate,
): string {
  return [
    visits > 0 && t("console.access.visits", { count: visits }),
    byNumber && t("console.access.byNumber"),
  ]
    .filter(Boolean)
    .join(" · ");
}

export const roleLabel = ({ role }: AccessRow["hostUser"], t: Translate): string =>
  role ? t(`console.role.${role}`) : "";

export const accessSheetColumns = (t: Translate): readonly SheetColumn<AccessRow>[] => [
  { heading: t("console.access.at"), value: ({ at }) => at },
  { heading: t("console.access.who"), value: ({ hostUser }) => hostUser.name },
  { heading: t("console.account.role"), value: ({ hostUser }) => roleLabel(hostUser, t) },
  { heading: t("console.access.address"), value: ({ address }) => address },
  { heading: t("console.access.what"), value: ({ what }) => callName(what, t) },
  { heading: t("console.access.whose"), value: (row) => whoseLabel(row, t) },
  { heading: t("console.register.visitIds"), value: ({ visitIds }) => visitIds.join(", ") },
  { heading: t("console.access.reason"), value: ({ reason }) => reason },
];

/** The calls that the access log knows, in words. */
const callLabels: Readonly<Record<string, TextKey>> = {
  [getProgress.path]: "console.access.call.board",
  [searchVisits.path]: "console.access.call.visits",
  [getReservedVisits.path]: "console.access.call.reserved",
  [getActiveVisits.path]: "console.access.call.inside",
  [getNotReturned.path]: "console.access.call.notReturned",
  [getOwnRequests.path]: "console.access.call.ownRequests",
  [getOwnVisited.path]: "console.access.call.ownVisited",
  [getVisit.path]: "console.access.call.visit",
  [getVisitLogs.path]: "console.access.call.history",
  [getFollowers.path]: "console.access.call.companions",
  [getVisitConsents.path]: "console.access.call.consents",
  [revealVisit.path]: "console.access.call.reveal",
  [passCalls.list.path]: "console.access.call.passes",
  [vehiclePassCalls.list.path]: "console.access.call.vehiclePasses",
  [getMessages.path]: "console.access.call.messages",
  [getMessageRecipients.path]: "console.access.call.recipients",
  [sendMessages.path]: "console.access.call.send",
  [retryMessage.path]: "console.access.call.retry",
  [getTrash.path]: "console.access.call.trash",
  [getErasureRequests.path]: "console.access.call.erasure",
  [searchAccessLog.path]: "console.access.call.accessOfPerson",
};

/** Path patterns of the calls, to choose from. */
export const loggedCalls = Object.keys(callLabels);

/** What somebody did; a call that this console does not know yet by its path. */
export const callName = (what: string, t: Translate): string =>
  callLabels[what] ? t(callLabels[what]) : what;
