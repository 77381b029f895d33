/** Host users as a sheet: the same headings for what is exported, for the template, and for what is imported. */
import { Text } from "@mantine/core";
import type { HostUserAnswer } from "#contract/host-users.ts";
import { RowButton } from "../../components/buttons.tsx";
import type { SheetColumn } from "../../components/export/sheet-file.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { importFields } from "../host-import/people-sheet.ts";

/** The columns of the list of host users. */
export function useHostUserColumns(onOpen: (id: number) => void): readonly Column<HostUserAnswer>[] {
  const t = useTranslate();
  return [
    {
      id: "name",
      header: t("console.hostUsers.name"),
      canSort: true,
      isFixed: true,
      cell: ({ id, name, position }) => (
        <>
          <RowButton onOpen={() => onOpen(id)}>{name}</RowButton>
          <Text c="dimmed" size="sm">
            {position}
          </Text>
        </>
      ),
    },
    {
      id: "loginId",
      header: t("console.hostUsers.loginId"),
      canSort: true,
      isWide: true,
      cell: ({ loginId }) => loginId,
    },
    {
      id: "company",
      header: t("console.hostUsers.company"),
      canSort: true,
      isWide: true,
      cell: ({ company }) => company.name,
    },
    {
      id: "department",
      header: t("console.hostUsers.department"),
      canSort: true,
      cell: ({ department }) => department,
    },
    {
      id: "cellPhone",
      header: t("console.hostUsers.cellPhone"),
      isWide: true,
      cell: ({ cellPhone }) => <span className="tabular">{cellPhone}</span>,
    },
    {
      id: "role",
      header: t("console.hostUsers.role"),
      canSort: true,
      isWide: true,
      cell: ({ role }) => t(`console.role.${role}`),
    },
    { id: "state", header: t("console.hostUsers.account"), cell: (row) => <AccountBadge user={row} /> },
    {
      id: "lastSignInAt",
      header: t("console.hostUsers.lastSignInAt"),
      canSort: true,
      isWide: true,
      cell: ({ lastSignInAt }) => <span className="tabular">{lastSignInAt}</span>,
    },
  ];
}

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

/** The sheet of an export; its first columns are those of the template. */
export const hostUserSheetColumns = (t: Translate): readonly SheetColumn<HostUserAnswer>[] => [
  ...importFields.map((field) => ({
    heading: t(`console.hostUsers.${field}`),
    value: (user: HostUserAnswer) => {
      if (field === "company") return user.company.name;
      return field === "role" ? t(`console.role.${user.role}`) : user[field];
    },
  })),
  { heading: t("console.hostUsers.status"), value: ({ status }) => t(`console.hostUsers.${status}`) },
  {
    heading: t("console.hostUsers.account"),
    value: (user) => t(`console.hostUsers.state.${accountStateOf(user)}`),
  },
  { heading: t("console.hostUsers.lastSignInAt"), value: ({ lastSignInAt }) => lastSignInAt },
  { heading: t("console.hostUsers.createdAt"), value: ({ createdAt }) => createdAt },
];
