import { Text } from "@mantine/core";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import { RowButton } from "../../components/buttons.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, type Columns, fileOnly, wide, wideFigures } from "../../components/table/columns.ts";
import { choiceColumn } from "../../components/table/row-selection.tsx";
import { type Translate, useTranslate } from "../../lib/language.ts";
import type { Invited } from "./use-account-action.ts";

/** The columns of the list, in the order of its file: the first are those of the template for an import. */
export const hostUserColumns = (t: Translate): Columns<HostUserAnswer> => [
  choiceColumn(t, ({ name }) => name),
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
  accessor("enName", { header: t("console.hostUsers.enName"), meta: fileOnly }),
  {
    id: "company",
    header: t("console.hostUsers.company"),
    accessorFn: ({ company }) => company.name,
    enableSorting: true,
    meta: wide,
  },
  accessor("department", { header: t("console.hostUsers.department"), enableSorting: true }),
  accessor("position", { header: t("console.hostUsers.position"), meta: fileOnly }),
  accessor("cellPhone", { header: t("console.hostUsers.cellPhone"), meta: wideFigures }),
  accessor("phone", { header: t("console.hostUsers.phone"), meta: fileOnly }),
  accessor("email", { header: t("console.hostUsers.email"), meta: fileOnly }),
  {
    id: "role",
    header: t("console.hostUsers.role"),
    accessorFn: ({ role }) => t(`console.role.${role}`),
    enableSorting: true,
    meta: wide,
  },
  {
    id: "status",
    header: t("console.hostUsers.status"),
    accessorFn: ({ status }) => t(`console.hostUsers.${status}`),
    meta: fileOnly,
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
  accessor("createdAt", { header: t("console.hostUsers.createdAt"), meta: fileOnly }),
];

/** On the screen a name comes first. */
export const hostUserOrder = ["choose", "name"];

/** The file of links that were made just now. */
/** An invitation's link, or in words how else it reaches the person. */
export const linkOrWay = (t: Translate, { delivery, url }: Invited): string =>
  delivery === "link" ? (url ?? "") : t(`console.hostUsers.notShown.${delivery}`);

export const invitationColumns = (t: Translate): Columns<Invited> => [
  accessor("name", { header: t("console.hostUsers.name") }),
  accessor("loginId", { header: t("console.hostUsers.loginId") }),
  { id: "link", header: t("console.hostUsers.link"), accessorFn: (invited) => linkOrWay(t, invited) },
  { id: "until", header: t("console.hostUsers.until"), accessorFn: ({ expiresAt }) => expiresAt },
];

/** Where somebody stands with signing in. */
type AccountState = "resigned" | "locked" | "ready" | "invited" | "uninvited";

function accountStateOf({ status, locked, hasPassword, invited }: HostUserAnswer): AccountState {
  if (status === "resigned") return "resigned";
  if (locked) return "locked";
  if (hasPassword) return "ready";
  return invited ? "invited" : "uninvited";
}

/** The tints of the visits' badges. */
const tints = {
  resigned: "ended",
  locked: "rejected",
  ready: "exited",
  invited: "approved",
  uninvited: "entered",
} as const;

export function AccountBadge({ user }: { readonly user: HostUserAnswer }) {
  const t = useTranslate();
  const state = accountStateOf(user);
  return <StatusBadge code={tints[state]} name={t(`console.hostUsers.state.${state}`)} />;
}
