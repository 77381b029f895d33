import { Group, SegmentedControl, Stack, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/links.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { HostInbox } from "../../features/approvals/host-inbox.tsx";
import { PendingTable } from "../../features/approvals/pending-table.tsx";
import { RequestCards } from "../../features/approvals/request-cards.tsx";
import { type ApprovalsSearch, approvalListParams, approvalTabs } from "../../features/visits/search.ts";
import type { VisitDrawerAction } from "../../features/visits/visit-actions.tsx";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/approvals");

/** 승인함: pending visits, as a table for users who decide all of them, and the user's own requests and visitors. */
export function ApprovalsPage() {
  const t = useTranslate();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useCurrentUser();
  const isForAll = may(user, "desk");
  const { tab } = approvalListParams(search, isForAll);
  const change = (next: Partial<ApprovalsSearch>) =>
    void navigate({ search: (old) => changeSearch<ApprovalsSearch>(old, next), replace: !("page" in next) });
  const [action, setAction] = useState<VisitDrawerAction>();
  const open = (visit: number | undefined, next?: VisitDrawerAction) => {
    // keep the action while the drawer closes
    if (visit !== undefined) setAction(next);
    void navigate({ search: (old) => ({ ...old, visit }) });
  };

  return (
    <Stack gap="md" maw={tab === "waiting" ? undefined : 720}>
      <title>{t("console.approvals.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.approvals")}
        </Title>
        <Group gap="xs">
          {!isForAll && (
            <ButtonLink to="/absence" variant="subtle">
              {t("console.nav.absence")}
            </ButtonLink>
          )}
          {may(user, "visits.reserve") && (
            <ButtonLink to="/reserve" variant="default">
              {t(isForAll ? "console.nav.reserve" : "console.approvals.invite")}
            </ButtonLink>
          )}
        </Group>
      </Group>
      <SegmentedControl
        aria-label={t("console.visits.lists")}
        data={approvalTabs
          .filter((value) => isForAll || value !== "waiting")
          .map((value) => ({ value, label: t(`console.approvals.${value}`) }))}
        maw={720}
        onChange={(next) => change({ list: next, sort: undefined })}
        value={tab}
      />
      {tab === "waiting" && <PendingTable onOpen={open} onSearch={change} search={search} />}
      {tab === "requests" && (
        <HostInbox isForAll={isForAll} onOpen={open} onPage={(page) => change({ page })} search={search} />
      )}
      {(tab === "upcoming" || tab === "visited") && (
        <RequestCards
          isForAll={isForAll}
          key={tab}
          onOpen={open}
          onPage={(page) => change({ page })}
          search={search}
        />
      )}
      <VisitDrawer action={action} id={search.visit} onClose={() => open(undefined)} onOpen={open} />
    </Stack>
  );
}
