import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { formatLongDay } from "#browser/formats.ts";
import { useSiteNow } from "#browser/use-site-now.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { Section } from "../../components/section.tsx";
import { CurrentDayActions } from "../../features/day-closings/current-day.tsx";
import { DayClosingList } from "../../features/day-closings/day-closing-list.tsx";
import { OpenVisits } from "../../features/day-closings/open-visits.tsx";
import { currentDayQuery } from "../../features/day-closings/queries.ts";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/closing");

/** 오늘 마감: visitors inside and passes out, and the closing report. */
export function ClosingPage() {
  const t = useTranslate();
  const language = useLanguage();
  const { visit } = route.useSearch();
  const navigate = route.useNavigate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const now = useSiteNow(timezone);
  const current = useQuery(currentDayQuery(language));
  const open = (id: number | undefined) => void navigate({ search: (old) => ({ ...old, visit: id }) });
  return (
    <Stack gap="md">
      <title>{t("console.closing.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.closing")}
        </Title>
        <Text c="dimmed" size="sm">
          {formatLongDay(now, language)}
        </Text>
      </div>
      {current.isPending && <Skeleton height={320} />}
      {current.isError && !current.data && (
        <ErrorState onRetry={() => void current.refetch()} error={current.error} />
      )}
      {current.data && (
        <>
          <CurrentDayActions {...current.data} />
          <Section hint={t("console.closing.openHint")} title={t("console.closing.open")}>
            <OpenVisits now={now} onOpen={open} rows={current.data.visits} />
          </Section>
        </>
      )}
      <Section title={t("console.closing.reports")}>
        <DayClosingList />
      </Section>
      <VisitDrawer id={visit} onClose={() => open(undefined)} onOpen={open} />
    </Stack>
  );
}
