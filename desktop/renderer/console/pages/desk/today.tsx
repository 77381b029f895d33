import { Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { formatLongDay } from "#browser/formats.ts";
import { useSiteNow } from "#browser/use-site-now.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { PrintMenu } from "../../features/print/print-menu.tsx";
import { BoardCounts } from "../../features/today/board-counts.tsx";
import { BoardList } from "../../features/today/board-list.tsx";
import { type BoardAction, type BoardTab, boardFilters, delayOf } from "../../features/today/board-tabs.ts";
import { QuickSearch } from "../../features/today/quick-search.tsx";
import styles from "../../features/today/today.module.css";
import { notReturnedQuery } from "../../features/visits/find-visits.ts";
import { progressQuery } from "../../features/visits/queries.ts";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { usePreferences } from "../../lib/preferences.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/today");

/** Seldom shown. */
const BoardNotes = lazyPart(async () => (await import("../../features/today/board-notes.tsx")).BoardNotes);

/** Collapsed by default. */
const Arrivals = lazyPart(
  async () => (await import("../../features/today/arrivals.tsx")).Arrivals,
  <Skeleton height={180} />,
);

const NoOfflineListsNote = lazyPart(
  async () => (await import("../../features/offline/offline-note.tsx")).NoOfflineListsNote,
);

/** 현황판: today's visits and quick issuing of passes. */
export function TodayPage() {
  const t = useTranslate();
  const language = useLanguage();
  const { visit, list = "expected" } = route.useSearch();
  const navigate = route.useNavigate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const { arrivalsShown } = usePreferences();
  const now = useSiteNow(timezone);
  const board = useQuery(progressQuery(language));
  const notReturned = useQuery({ ...notReturnedQuery(language), enabled: list === "notReturned" });
  const [opened, setOpened] = useState<{
    readonly visit: number;
    readonly action: BoardAction | undefined;
  }>();
  const open = (id: number | undefined, action?: BoardAction) => {
    setOpened(id === undefined ? undefined : { visit: id, action });
    void navigate({ search: (old) => ({ ...old, visit: id }) });
  };
  const close = () => open(undefined);
  const choose = (next: BoardTab) =>
    void navigate({ search: (old) => ({ ...old, list: next }), replace: true });
  const rows =
    list === "notReturned" ? notReturned.data?.rows : board.data && boardFilters[list](board.data.rows);

  return (
    <Stack gap="sm">
      <title>{t("console.today.page")}</title>
      <Group justify="space-between" wrap="wrap">
        <div>
          <Title order={1} size="h3">
            {t("console.nav.board")}
          </Title>
          <Text c="dimmed" size="sm">
            {formatLongDay(now, language)}
          </Text>
        </div>
        <Group align="flex-end" className={styles.tools} gap="sm" wrap="nowrap">
          <PrintMenu hasEvacuation search={{ board: list }} size="md" />
          <QuickSearch day={now.slice(0, 10)} onFound={open} />
        </Group>
      </Group>
      {desktopApp && <NoOfflineListsNote app={desktopApp} />}
      {board.isPending && <Skeleton height={420} />}
      {board.isError && !board.data && (
        <ErrorState onRetry={() => void board.refetch()} error={board.error} />
      )}
      {board.data && (
        <>
          {(board.data.untraced || board.data.dayLeftOpen) && <BoardNotes board={board.data} />}
          <BoardCounts
            chosen={list}
            counts={board.data.counts}
            late={board.data.rows.filter((row) => delayOf(row, now)?.kind === "late").length}
            onChoose={choose}
          />
          {arrivalsShown && <Arrivals hours={board.data.byHour} now={now} />}
          {rows && (
            <BoardList
              key={list}
              list={list}
              now={now}
              onClose={close}
              onOpen={open}
              rows={rows}
              selected={visit}
            />
          )}
          {!rows && notReturned.isError && (
            <ErrorState onRetry={() => void notReturned.refetch()} error={notReturned.error} />
          )}
          {!rows && !notReturned.isError && <Skeleton height={240} />}
        </>
      )}
      <VisitDrawer
        action={opened && opened.visit === visit ? opened.action : undefined}
        id={visit}
        onClose={close}
        onOpen={open}
      />
    </Stack>
  );
}
