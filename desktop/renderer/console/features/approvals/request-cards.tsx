import { Anchor, Button, Group, Pagination, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { Period } from "../../components/date-time.tsx";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { carLabel, partyLabel } from "../visits/labels.ts";
import { visitListQuery } from "../visits/queries.ts";
import { type ApprovalsSearch, approvalsSize, askOfApprovals } from "../visits/search.ts";
import { VisitActions } from "../visits/visit-actions.tsx";

interface Props {
  readonly search: ApprovalsSearch;
  readonly isForAll: boolean;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: number, action?: "edit") => void;
}

/** One's own requests and visitors as cards, for a phone between two meetings: the next one comes up once one is decided. */
export function RequestCards({ search, isForAll, onPage, onOpen }: Props) {
  const t = useTranslate();
  const { tab, list, ask } = askOfApprovals(search, isForAll);
  const answer = useQuery(visitListQuery(list, ask, useLanguage()));
  const rows = answer.data?.rows;
  const pages = Math.ceil((answer.data?.total ?? 0) / approvalsSize);
  const cards = useRef<HTMLDivElement>(null);
  const decided = useRef<{ readonly id: number; readonly place: number }>(undefined);

  // Whoever decided goes on with the one that took its place, by keyboard and by ear, too.
  useEffect(() => {
    const { id, place } = decided.current ?? {};
    if (place === undefined || !rows || rows.some((row) => row.id === id)) return;
    decided.current = undefined;
    const left = cards.current?.querySelectorAll<HTMLElement>("[data-opens]") ?? [];
    (left[place] ?? left[left.length - 1] ?? cards.current)?.focus();
  }, [rows]);

  return (
    <Stack gap="md" ref={cards} tabIndex={-1}>
      {answer.isPending && <Skeleton height={240} radius="lg" />}
      {answer.isError && !answer.data && (
        <ErrorState again={() => void answer.refetch()} error={answer.error} />
      )}
      {tab !== "waiting" && rows?.length === 0 && (
        <EmptyState title={t(`console.approvals.${tab}None`)}>
          {t(`console.approvals.${tab}NoneText`)}
        </EmptyState>
      )}
      {rows?.map((row, place) => (
        <RequestCard
          key={row.id}
          onDecided={() => {
            decided.current = { id: row.id, place };
          }}
          onEdit={() => onOpen(row.id, "edit")}
          onOpen={() => onOpen(row.id)}
          visit={row}
        />
      ))}
      {pages > 1 && (
        <Pagination
          getControlProps={(control) => ({ "aria-label": t(`console.table.${control}`) })}
          getItemProps={(number) => ({ "aria-label": t("console.table.page", { number }) })}
          onChange={onPage}
          total={pages}
          value={search.page ?? 1}
        />
      )}
    </Stack>
  );
}

interface CardProps {
  readonly visit: VisitAnswer;
  readonly onOpen: () => void;
  readonly onEdit: () => void;
  readonly onDecided: () => void;
}

/** A request as its host decides it: who, when, what for, and the buttons. */
function RequestCard({ visit, onOpen, onEdit, onDecided }: CardProps) {
  const t = useTranslate();
  const party = visit.followersCnt > 0 ? partyLabel(visit, t) : "";
  return (
    <Paper aria-label={visit.name} component="article" p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor component="button" data-opens fw={700} onClick={onOpen} size="lg" ta="left" type="button">
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
            {[visit.purpose.name, visit.accessiblePlace?.name, carLabel(visit)].filter(Boolean).join(" · ")}
          </Text>
          {visit.note && <Text size="sm">{visit.note}</Text>}
        </div>
        <VisitActions onDone={onDecided} visit={visit}>
          {visit.actions.includes("edit") && (
            <Button leftSection={<IconPencil aria-hidden size={16} />} onClick={onEdit} variant="default">
              {t("console.action.edit")}
            </Button>
          )}
        </VisitActions>
      </Stack>
    </Paper>
  );
}
