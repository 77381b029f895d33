import { Checkbox, ScrollArea, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fromInstant } from "#contract/dates.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { Period } from "../../components/date-time.tsx";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { SearchField } from "../../components/table/filters.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { scopeOf, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "../messages/messages.module.css";
import { type VisitList, visitListQuery } from "../visits/queries.ts";

interface Props {
  readonly chosen: readonly number[];
  readonly onChoose: (visits: readonly number[], isChosen: boolean) => void;
}

/** Further visits are found by search. */
const maxRows = 50;

type Tab = "today" | "inside" | "all" | "requests" | "visited";

/** Visits to select: today's, inside or all for the desk; a host's own otherwise. */
export function RecipientPicker({ chosen, onChoose }: Props) {
  const t = useTranslate();
  const isOwn = scopeOf(useCurrentUser(), "sms") === "own";
  const tabs = isOwn ? (["requests", "visited"] as const) : (["today", "inside", "all"] as const);
  const [tab, setTab] = useState<Tab>(tabs[0]);
  const [q, setQ] = useState<string>();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const today = fromInstant(new Date(), timezone).slice(0, 10);
  const list: VisitList = tab === "today" ? "all" : tab;
  const listParams = {
    q,
    size: maxRows,
    ...(tab === "today" && { from: today, to: today, sort: "startDate" as const }),
  };
  const found = useQuery(visitListQuery(list, listParams, useLanguage()));
  const rows = found.data?.rows ?? [];
  const reachable = rows.filter(({ unreachable }) => !unreachable).map(({ id }) => id);
  const selected = reachable.filter((id) => chosen.includes(id));

  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t("console.compose.lists")}
        data={tabs.map((value) => ({ value, label: t(`console.compose.${value}`) }))}
        fullWidth
        onChange={(next) => setTab(next)}
        size="xs"
        value={tab}
      />
      <SearchField
        hint={t("console.compose.searchHint")}
        label={t("console.compose.search")}
        onChange={setQ}
        value={q}
      />
      {found.isPending && <Skeleton height={200} radius="md" />}
      {found.isError && !found.data && (
        <ErrorState onRetry={() => void found.refetch()} error={found.error} />
      )}
      {found.data && rows.length === 0 && (
        <EmptyState title={t(q ? "console.compose.noneFit" : "console.compose.none")}>
          {t("console.compose.noneText")}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <Checkbox
            checked={reachable.length > 0 && selected.length === reachable.length}
            disabled={reachable.length === 0}
            indeterminate={selected.length > 0 && selected.length < reachable.length}
            label={t("console.compose.chooseAll", { count: reachable.length })}
            onChange={(event) => onChoose(reachable, event.currentTarget.checked)}
          />
          <ScrollArea.Autosize mah={380} tabIndex={-1} type="auto">
            <ul aria-label={t("console.compose.found")} className={styles.foundVisits}>
              {rows.map((visit) => (
                <VisitOption
                  isChosen={chosen.includes(visit.id)}
                  key={visit.id}
                  onChoose={(isChosen) => onChoose([visit.id], isChosen)}
                  visit={visit}
                />
              ))}
            </ul>
          </ScrollArea.Autosize>
          {(found.data?.total ?? 0) > rows.length && (
            <Text c="dimmed" size="sm">
              {t("console.compose.more", { count: rows.length })}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

interface VisitOptionProps {
  readonly visit: VisitAnswer;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function VisitOption({ visit, isChosen, onChoose }: VisitOptionProps) {
  const t = useTranslate();
  const { name, company, startDate, endDate, status, cellPhone, emailMasked, unreachable } = visit;
  return (
    <li>
      <Checkbox
        checked={isChosen}
        description={
          <>
            {company && `${company} · `}
            <Period end={endDate} start={startDate} /> ·{" "}
            <span className="nowrap">{cellPhone || emailMasked || t("console.compose.noNumber")}</span>
          </>
        }
        disabled={unreachable && !isChosen}
        label={t("console.compose.choice", { name, status: status.name })}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    </li>
  );
}
