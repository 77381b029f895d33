import { Alert, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { formatLongDay } from "#browser/formats.ts";
import { useSiteNow } from "#browser/use-site-now.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { PrintMenu } from "../../features/print/print-links.tsx";
import { Arrivals } from "../../features/today/arrivals.tsx";
import { BoardCounts, BoardTable } from "../../features/today/board.tsx";
import { type BoardTab, boardTabs } from "../../features/today/board-tabs.ts";
import { QuickSearch } from "../../features/today/quick-search.tsx";
import styles from "../../features/today/today.module.css";
import { notReturnedQuery } from "../../features/visits/find-visits.ts";
import { progressQuery } from "../../features/visits/queries.ts";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/today");

/** 현황판: today at a glance, and the shortest way from a name to a pass. */
export function TodayPage() {
  const t = useTranslate();
  const language = useLanguage();
  const { visit, list = "expected" } = route.useSearch();
  const navigate = route.useNavigate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const now = useSiteNow(timezone);
  const day = now.slice(0, 10);
  const board = useQuery(progressQuery(language));
  const open = (id: number | undefined) => void navigate({ search: (old) => ({ ...old, visit: id }) });
  const choose = (next: BoardTab) =>
    void navigate({ search: (old) => ({ ...old, list: next }), replace: true });

  return (
    <Stack gap="md">
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
          <QuickSearch day={day} onFound={open} />
        </Group>
      </Group>
      {board.isPending && <Skeleton height={420} />}
      {board.isError && !board.data && <ErrorState again={() => void board.refetch()} error={board.error} />}
      {board.data && (
        <>
          {board.data.dayLeftOpen && <DayLeftOpen day={board.data.dayLeftOpen} />}
          <BoardCounts chosen={list} counts={board.data.counts} onChoose={choose} />
          <Arrivals hours={board.data.byHour} now={now} />
          {list === "notReturned" ? (
            <NotReturned day={day} onOpen={open} selected={visit} />
          ) : (
            <BoardTable
              day={day}
              list={list}
              onOpen={open}
              rows={boardTabs[list](board.data.rows)}
              selected={visit}
            />
          )}
        </>
      )}
      <VisitDrawer id={visit} onClose={() => open(undefined)} onOpen={open} />
    </Stack>
  );
}

/** Yesterday was not closed, and somebody was inside or a pass was out. */
function DayLeftOpen({ day }: { readonly day: string }) {
  const t = useTranslate();
  return (
    <Alert color="gray" role="status" variant="light">
      <Group gap="sm">
        <Text size="sm">{t("console.today.leftOpen", { day })}</Text>
        <ButtonLink size="compact-sm" to="/closing" variant="default">
          {t("console.nav.closing")}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

type NotReturnedProps = Pick<ComponentProps<typeof BoardTable>, "day" | "onOpen" | "selected">;

/** Who left with a pass: of whatever day, so they are read apart from the day's visits. */
function NotReturned(props: NotReturnedProps) {
  const { data, error, isError, refetch } = useQuery(notReturnedQuery(useLanguage()));
  if (data) return <BoardTable list="notReturned" rows={data.rows} {...props} />;
  return isError ? <ErrorState again={() => void refetch()} error={error} /> : <Skeleton height={240} />;
}
