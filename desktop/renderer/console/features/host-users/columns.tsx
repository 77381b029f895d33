import { Text } from "@mantine/core";
import { accountStateOf, type HostUserAnswer } from "#contract/people/host-users.ts";
import { RowButton } from "../../components/buttons.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import { selectionColumn } from "../../components/table/row-selection.tsx";
import { type Translate, useTranslate } from "../../lib/language.ts";
import type { Invited } from "./use-account-action.ts";

export const hostUserColumns = (t: Translate): Columns<HostUserAnswer> => [
  selectionColumn(t, ({ name }) => name),
  accessor("loginId", { header: t("console.hostUsers.loginId"), enableSorting: true, meta: wideFigures }),
  accessor("name", {
    header: t("console.hostUsers.name"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original }, table }) => (
      <>
        <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
        <Text c="dimmed" size="sm">
          {original.position}
        </Text>
      </>
    ),
  }),
  {
    id: "company",
    header: t("console.hostUsers.company"),
    accessorFn: ({ company }) => company.name,
    enableSorting: true,
    meta: wide,
  },
  accessor("department", { header: t("console.hostUsers.department"), enableSorting: true }),
  accessor("cellPhone", { header: t("console.hostUsers.cellPhone"), meta: wideFigures }),
  {
    id: "role",
    header: t("console.hostUsers.role"),
    accessorFn: ({ role }) => t(`console.role.${role}`),
    enableSorting: true,
    meta: wide,
  },
  {
    id: "state",
    header: t("console.hostUsers.account"),
    accessorFn: (user) => t(`console.hostUsers.state.${accountStateOf(user)}`),
    cell: ({ row }) => <AccountBadge user={row.original} />,
  },
  accessor("lastSignInAt", {
    header: t("console.hostUsers.lastSignInAt"),
    enableSorting: true,
    meta: wideFigures,
  }),
];

/** Order of the columns on the screen. */
export const hostUserColumnOrder = ["choose", "name"];

/** The link of an invitation, or how it was delivered instead. */
export const linkOrDelivery = (t: Translate, { delivery, url }: Invited): string =>
  delivery === "link" ? (url ?? "") : t(`console.hostUsers.notShown.${delivery}`);

/** Columns of the file of invitation links. */
export const invitationColumns = (t: Translate): Columns<Invited> => [
  accessor("name", { header: t("console.hostUsers.name") }),
  accessor("loginId", { header: t("console.hostUsers.loginId") }),
  { id: "link", header: t("console.hostUsers.link"), accessorFn: (invited) => linkOrDelivery(t, invited) },
  { id: "until", header: t("console.hostUsers.until"), accessorFn: ({ expiresAt }) => expiresAt },
];

/** Visit statuses whose colours stand for each state. */
const stateCodes = {
  resigned: "ended",
  locked: "rejected",
  ready: "exited",
  company: "exited",
  invited: "approved",
  uninvited: "entered",
} as const;

export function AccountBadge({ user }: { readonly user: HostUserAnswer }) {
  const t = useTranslate();
  const state = accountStateOf(user);
  return <StatusBadge code={stateCodes[state]} name={t(`console.hostUsers.state.${state}`)} />;
}
