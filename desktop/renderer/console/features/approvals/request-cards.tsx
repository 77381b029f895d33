import { Pagination, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { useCorrectedAddress } from "../../components/table/use-corrected-address.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { visitListQuery } from "../visits/queries.ts";
import { type ApprovalsSearch, approvalListParams, approvalsSize } from "../visits/search.ts";
import type { PlainAction } from "../visits/use-visit-action.ts";
import type { VisitDrawerAction } from "../visits/visit-actions.tsx";
import { RequestCard } from "./request-card.tsx";
import { useConflictToast } from "./use-conflict-toast.ts";

interface Props {
  readonly search: ApprovalsSearch;
  readonly isForAll: boolean;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: number, action?: VisitDrawerAction) => void;
  readonly onDecided?: (action: PlainAction, after: VisitAnswer) => void;
  /** Whether an empty list shows its empty state. */
  readonly showsEmptyState?: boolean;
}

/** The host's own requests and visitors as cards; deciding one moves the focus to the next. */
export function RequestCards({ search, isForAll, onPage, onOpen, onDecided, showsEmptyState = true }: Props) {
  const t = useTranslate();
  const { tab, list, listParams } = approvalListParams(search, isForAll);
  const answer = useQuery(visitListQuery(list, listParams, useLanguage()));
  const isCorrecting = useCorrectedAddress(answer, { page: search.page, size: approvalsSize });
  const rows = isCorrecting ? undefined : answer.data?.rows;
  const { total = 0, totalCapped = false } = answer.data ?? {};
  const pages = Math.ceil((total + (totalCapped ? 1 : 0)) / approvalsSize);
  const cards = useRef<HTMLDivElement>(null);
  const decided = useRef<{ readonly id: number; readonly index: number }>(undefined);

  useConflictToast(
    answer.isPlaceholderData ? undefined : rows,
    JSON.stringify([list, listParams]),
    decided.current?.id,
  );

  // Once the decided card has left the list, focus the one that took its position (keyboard, screen reader).
  useEffect(() => {
    const { id, index } = decided.current ?? {};
    if (index === undefined || !rows || rows.some((row) => row.id === id)) return;
    decided.current = undefined;
    const openers = cards.current?.querySelectorAll<HTMLElement>("[data-opens]") ?? [];
    (openers[index] ?? openers[openers.length - 1] ?? cards.current)?.focus();
  }, [rows]);

  return (
    <Stack gap="md" ref={cards} tabIndex={-1}>
      {(answer.isPending || isCorrecting) && <Skeleton height={240} radius="lg" />}
      {answer.isError && !answer.data && !isCorrecting && (
        <ErrorState onRetry={() => void answer.refetch()} error={answer.error} />
      )}
      {tab !== "waiting" && showsEmptyState && rows?.length === 0 && (
        <EmptyState title={t(`console.approvals.${tab}None`)}>
          {t(`console.approvals.${tab}NoneText`)}
        </EmptyState>
      )}
      {rows?.map((row, index) => (
        <RequestCard
          key={row.id}
          onDecided={(action, after) => {
            decided.current = { id: row.id, index };
            onDecided?.(action, after);
          }}
          onOpen={(action) => onOpen(row.id, action)}
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
