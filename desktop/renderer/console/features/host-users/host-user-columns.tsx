import { Text } from "@mantine/core";
import type { HostUserAnswer } from "#contract/host-users.ts";
import { RowButton } from "../../components/row-button.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";
import { AccountBadge } from "./account-state.tsx";

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
