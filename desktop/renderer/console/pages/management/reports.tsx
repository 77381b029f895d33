import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useSiteNow } from "#browser/use-site-now.ts";
import { fromInstant } from "#contract/dates.ts";
import { getVisitReport } from "#contract/visits/reports.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { reportSheets } from "../../features/reports/columns.ts";
import { MetricTiles, metricsOf } from "../../features/reports/metrics.tsx";
import { PeriodBar, ReportExport } from "../../features/reports/period-bar.tsx";
import { type Period, periodBefore, presetPeriod, reportQuery } from "../../features/reports/periods.ts";
import { ReportView } from "../../features/reports/report-view.tsx";
import { checkBody } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/reports");

/** 방문 통계: visits by time, place and purpose, compared with the previous period. */
export function ReportsPage() {
  const t = useTranslate();
  const language = useLanguage();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const today = useSiteNow(timezone).slice(0, 10);
  const defaultPeriod = presetPeriod("thirty", today);
  const period: Period = { from: search.from ?? defaultPeriod.from, to: search.to ?? defaultPeriod.to };
  const errors = checkBody(getVisitReport.query, period);
  const report = useQuery({ ...reportQuery(period, language), enabled: !errors });
  const before = useQuery({
    ...reportQuery(errors ? period : periodBefore(period), language),
    enabled: !errors && report.isSuccess,
    placeholderData: undefined,
  });
  const { data } = report;
  const metrics = data ? metricsOf(data.totals, before.data?.totals, { t, language }) : [];
  const readAt = fromInstant(new Date(report.dataUpdatedAt), timezone);

  return (
    <Stack gap="md">
      <title>{t("console.reports.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.visitReports")}
        </Title>
        {data && !errors && (
          <Group gap="xs">
            <Text c="dimmed" className="tabular" size="sm">
              {t("console.reports.readAt", { at: readAt })}
            </Text>
            <Button
              leftSection={<IconRefresh aria-hidden size={16} />}
              loading={report.isFetching}
              onClick={() => {
                void report.refetch();
                void before.refetch();
              }}
              variant="default"
            >
              {t("console.reports.reread")}
            </Button>
            <ReportExport period={period} sheets={() => reportSheets(data, metrics, t)} />
          </Group>
        )}
      </Group>
      <PeriodBar
        errors={errors ?? {}}
        onChange={(next) => void navigate({ search: next, replace: true })}
        period={period}
        today={today}
      />
      {errors && <EmptyState title={t("console.reports.noPeriod")} />}
      {!errors && report.isPending && <Skeleton height={560} />}
      {!errors && report.isError && !data && (
        <ErrorState onRetry={() => void report.refetch()} error={report.error} />
      )}
      {!errors && data && data.totals.visits === 0 && (
        <EmptyState title={t("console.reports.none")}>{t("console.reports.noneText")}</EmptyState>
      )}
      {!errors && data && data.totals.visits > 0 && (
        <>
          <MetricTiles metrics={metrics} />
          <ReportView report={data} />
        </>
      )}
    </Stack>
  );
}
