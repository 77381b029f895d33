import {
  Anchor,
  Group,
  Pagination,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { VisitAnswer } from "#contract/visits.ts";
import { Period } from "../../components/date-time.tsx";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { hostLabel } from "../../features/visits/labels.ts";
import { visitListQuery } from "../../features/visits/queries.ts";
import {
  type ApprovalsSearch,
  approvalsSize,
  approvalTabs,
  askOfApprovals,
} from "../../features/visits/search.ts";
import { VisitActions } from "../../features/visits/visit-actions.tsx";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/approvals");

/** 승인함: requests and visitors of one's own, and all that waits for those who decide about all; made for a phone between two meetings. */
export function ApprovalsPage() {
  const t = useTranslate();
  const language = useLanguage();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { visit, page = 1 } = search;
  const isForAll = may(useCurrentUser(), "desk");
  const { tab, list, ask } = askOfApprovals(search, isForAll);
  const change = (next: Partial<ApprovalsSearch>) =>
    void navigate({ search: (old) => changeSearch<ApprovalsSearch>(old, next), replace: !("page" in next) });
  const open = (id: number | undefined) => void navigate({ search: (old) => ({ ...old, visit: id }) });
  const answer = useQuery(visitListQuery(list, ask, language));
  const pages = Math.ceil((answer.data?.total ?? 0) / approvalsSize);

  return (
    <Stack gap="md" maw={720}>
      <title>{t("console.approvals.page")}</title>
      <Title order={1} size="h3">
        {t("console.nav.approvals")}
      </Title>
      <SegmentedControl
        aria-label={t("console.visits.lists")}
        data={approvalTabs
          .filter((value) => isForAll || value !== "waiting")
          .map((value) => ({ value, label: t(`console.approvals.${value}`) }))}
        onChange={(next) => change({ list: next as ApprovalsSearch["list"] })}
        value={tab}
      />
      {answer.isPending && <Skeleton height={240} radius="lg" />}
      {answer.isError && !answer.data && (
        <ErrorState again={() => void answer.refetch()} error={answer.error} />
      )}
      {answer.data?.rows.length === 0 && (
        <EmptyState title={t(`console.approvals.${tab}None`)}>
          {t(`console.approvals.${tab}NoneText`)}
        </EmptyState>
      )}
      {answer.data?.rows.map((row) => (
        <RequestCard key={row.id} onOpen={() => open(row.id)} visit={row} />
      ))}
      {pages > 1 && (
        <Pagination
          getControlProps={(control) => ({ "aria-label": t(`console.table.${control}`) })}
          getItemProps={(number) => ({ "aria-label": t("console.table.page", { number }) })}
          onChange={(number) => change({ page: number })}
          total={pages}
          value={page}
        />
      )}
      <VisitDrawer id={visit} onClose={() => open(undefined)} onOpen={open} />
    </Stack>
  );
}

interface Props {
  readonly visit: VisitAnswer;
  readonly onOpen: () => void;
}

/** A request as its host decides it: who, when, what for, and the buttons. */
function RequestCard({ visit, onOpen }: Props) {
  const t = useTranslate();
  const isOwn = visit.hostUser.id === useCurrentUser().id;
  const party = visit.followersCnt > 0 ? t("console.visit.andOthers", { count: visit.followersCnt }) : "";
  return (
    <Paper aria-label={visit.name} component="article" p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor component="button" fw={700} onClick={onOpen} size="lg" ta="left" type="button">
            {[visit.name, party].filter(Boolean).join(" ")}
          </Anchor>
          <StatusBadge code={visit.statusCode} name={visit.status.name} />
        </Group>
        <div>
          <Text>
            <Period end={visit.endDate} start={visit.startDate} />
          </Text>
          <Text c="dimmed" size="sm">
            {[visit.company, visit.position].filter(Boolean).join(" · ")}
          </Text>
          <Text c="dimmed" size="sm">
            {[visit.purpose.name, visit.accessiblePlace?.name, visit.carNumber].filter(Boolean).join(" · ")}
          </Text>
          {!isOwn && (
            <Text c="dimmed" size="sm">
              {t("console.visit.host")}:{" "}
              {[hostLabel(visit, t), visit.hostUser.department].filter(Boolean).join(" · ")}
            </Text>
          )}
          {visit.note && <Text size="sm">{visit.note}</Text>}
        </div>
        {visit.hostUser.resigned && (
          <Text c="var(--status-rejected)" fw={600} size="sm">
            {t("console.approvals.hostResigned")}
          </Text>
        )}
        <VisitActions visit={visit} />
      </Stack>
    </Paper>
  );
}
