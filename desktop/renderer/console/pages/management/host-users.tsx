import { Button, Group, Stack, Title } from "@mantine/core";
import { IconFileSpreadsheet, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export/export-button.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { SelectAll } from "../../components/table/row-selection.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { useSelection } from "../../components/table/use-selection.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { hostUserColumnOrder } from "../../features/host-users/columns.tsx";
import { HostUserFilters } from "../../features/host-users/filters.tsx";
import type { HostUserMode } from "../../features/host-users/host-user-actions.tsx";
import { HostUserDrawer } from "../../features/host-users/host-user-drawer.tsx";
import { InvitationsDrawer, InviteBar } from "../../features/host-users/invitations.tsx";
import { hostUserListQuery } from "../../features/host-users/queries.ts";
import {
  type HostUsersSearch,
  hostUserListParams,
  parseHostUsersSearch,
} from "../../features/host-users/search.ts";
import type { Invited } from "../../features/host-users/use-account-action.ts";
import { useHostUserColumns } from "../../features/host-users/use-host-user-columns.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/host-users");

const canInvite = ({ status, hasPassword }: HostUserAnswer) => status === "active" && !hasPassword;

/** All hosts and staff accounts: search, add, change, invite, dismiss. */
export function HostUsersPage() {
  const t = useTranslate();
  const language = useLanguage();
  const mayEdit = may(useCurrentUser(), "referenceData");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [latest, setLatest] = useState<Invited>();
  const [mode, setMode] = useState<HostUserMode>();
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  const change = (next: Partial<HostUsersSearch>) =>
    void navigate({ search: (old) => changeSearch<HostUsersSearch>(old, next), replace: !("page" in next) });
  const open = (user: HostUsersSearch["user"], next?: HostUserMode) => {
    if (user === undefined) setLatest(undefined);
    setMode(next);
    void navigate({ search: (old) => ({ ...old, user, newRole: undefined }) });
  };
  const listParams = hostUserListParams(search);
  const answer = useQuery(hostUserListQuery(listParams, language));
  const selection = useSelection({ listParams, rows: answer.data?.rows, canSelect: mayEdit && canInvite });
  const showInvited = (invitation: Invited) => {
    setLatest(invitation);
    open(invitation.id);
  };
  const columns = useHostUserColumns(mayEdit, { onMode: open, onInvited: showInvited });
  const table = useListTable({
    name: "hostUsers",
    columns,
    columnOrder: hostUserColumnOrder,
    data: answer.data,
    selection,
    search,
    onSearch: change,
    meta: { onOpen: open },
  });
  const { page: _, size: __, sort: ___, ...filters } = listParams;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  return (
    <Stack gap="md">
      <title>{t("console.hostUsers.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.hostUsers")}
        </Title>
        {mayEdit && (
          <Group gap="xs">
            <ButtonLink
              leftSection={<IconFileSpreadsheet aria-hidden size={16} />}
              to="/host-users/import"
              variant="default"
            >
              {t("console.hostImport.title")}
            </ButtonLink>
            <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => open("new")}>
              {t("console.hostUsers.addTitle")}
            </Button>
          </Group>
        )}
      </Group>
      <HostUserFilters onChange={change} search={search} />
      <InviteBar
        chosen={selection.chosen}
        onInvited={setInvited}
        onClear={() => selection.keep([])}
        pages={selection.pages}
      />
      <DataTable
        answer={answer}
        caption={t("console.nav.hostUsers")}
        empty={
          <EmptyState title={t(isFiltered ? "console.hostUsers.noneFit" : "console.hostUsers.none")}>
            {t(isFiltered ? "console.hostUsers.noneFitText" : "console.hostUsers.noneText")}
          </EmptyState>
        }
        selected={typeof search.user === "number" ? search.user : undefined}
        table={table}
        tools={
          <>
            <SelectAll table={table} />
            <SavedViews
              list="hostUsers"
              onApply={(raw) => void navigate({ search: parseHostUsersSearch(raw) })}
              search={search}
              table={table}
            />
            <ExportButton listParams={listParams} list="hostUsers" name={t("console.nav.hostUsers")} />
          </>
        }
      />
      <HostUserDrawer
        invited={latest && latest.id === search.user ? latest : undefined}
        mode={mode}
        newRole={search.newRole}
        onAdded={showInvited}
        onClose={() => open(undefined)}
        onInvited={setLatest}
        opened={search.user}
      />
      <InvitationsDrawer invited={invited} onClose={() => setInvited([])} />
    </Stack>
  );
}
