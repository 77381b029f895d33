import { SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatWeekday } from "#browser/formats.ts";
import { roles } from "#contract/roles.ts";
import type { SiteConfiguration } from "#contract/site/configuration.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { FactList, Section } from "../../components/section.tsx";
import styles from "../../features/configuration/configuration.module.css";
import { ConfigurationForm } from "../../features/configuration/configuration-form.tsx";
import { HolidaySection } from "../../features/configuration/holiday-section.tsx";
import { LogoSection } from "../../features/configuration/logo-section.tsx";
import { siteConfigurationQuery } from "../../features/configuration/queries.ts";
import { HomePageSample, RequestFormSample } from "../../features/configuration/samples.tsx";
import { SectionList } from "../../features/configuration/section-list.tsx";
import { showConfiguration } from "../../features/configuration/settings.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/configuration");

/** 환경설정: settings of the public site. Administrators change them, the desk reads them. */
export function ConfigurationPage() {
  const t = useTranslate();
  const mayChange = may(useCurrentUser(), "referenceData");
  const configuration = useQuery(siteConfigurationQuery);
  const { at } = route.useSearch();
  const isLoaded = configuration.data !== undefined;
  useEffect(() => {
    if (at && isLoaded) showConfiguration(at);
  }, [at, isLoaded]);
  return (
    <Stack gap="md">
      <title>{t("console.configuration.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.configuration")}
        </Title>
        <Text c="dimmed" size="sm">
          {t(mayChange ? "console.configuration.lead" : "console.configuration.leadRead")}
        </Text>
      </div>
      {configuration.isPending && <Skeleton height={480} radius="lg" />}
      {configuration.isError && !configuration.data && (
        <ErrorState onRetry={() => void configuration.refetch()} error={configuration.error} />
      )}
      {configuration.data && (
        <div className={mayChange ? styles.layout : undefined}>
          {mayChange && <SectionList />}
          <Stack gap="md" maw={1080}>
            <LogoSection logos={configuration.data.logos} mayChange={mayChange} />
            {mayChange ? (
              <ConfigurationForm configuration={configuration.data} />
            ) : (
              <ConfigurationFacts configuration={configuration.data} />
            )}
            <HolidaySection mayChange={mayChange} timezone={configuration.data.timezone} />
          </Stack>
        </div>
      )}
    </Stack>
  );
}

const switches = [
  "requestInputUserCompany",
  "requestInputPlace",
  "requestInputVisitorCompany",
  "useCar",
  "autoApprove",
  "lookupCode",
  "submitCode",
  "companions",
  "requireConsent",
  "decideByLink",
] as const;

const times = ["quietFrom", "quietUntil", "remindAt"] as const;

/** Read-only configuration. */
function ConfigurationFacts({ configuration }: { readonly configuration: SiteConfiguration }) {
  const t = useTranslate();
  const language = useLanguage();
  const { customerCompany, homepage, brandColor, timezone, maxRequestDays, retentionDays, idleMinutes } =
    configuration;
  const { workDays, workFrom, workUntil, escalateAfterHours } = configuration;
  const days = (count: number) => t("console.configuration.dayCount", { count });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title={t("console.configuration.look")}>
        <FactList
          facts={[
            [t("console.configuration.companyKo"), customerCompany.ko],
            [t("console.configuration.companyEn"), customerCompany.en],
            [t("console.configuration.homepage"), homepage],
            [t("console.configuration.colour"), brandColor],
          ]}
        />
        <HomePageSample values={configuration} />
      </Section>
      <Section title={t("console.configuration.form")}>
        <FactList
          facts={[
            ...switches.map(
              (name) =>
                [
                  t(`console.configuration.${name}`),
                  t(configuration[name] ? "console.configuration.on" : "console.configuration.off"),
                ] as const,
            ),
            [t("console.configuration.maxRequestDays"), days(maxRequestDays)],
            ...times.map(
              (name) =>
                [
                  t(`console.configuration.${name}`),
                  configuration[name] || t("console.configuration.off"),
                ] as const,
            ),
          ]}
        />
        <RequestFormSample values={configuration} />
      </Section>
      <Section title={t("console.configuration.work")}>
        <FactList
          facts={[
            [
              t("console.configuration.workDays"),
              workDays.map((day) => formatWeekday(day, language)).join(" "),
            ],
            [t("console.configuration.workHours"), `${workFrom}–${workUntil}`],
            [
              t("console.configuration.koreanHolidays"),
              t(configuration.koreanHolidays ? "console.configuration.on" : "console.configuration.off"),
            ],
            [
              t("console.configuration.escalateAfterHours"),
              escalateAfterHours === 0
                ? t("console.configuration.off")
                : t("console.configuration.hourCount", { count: escalateAfterHours }),
            ],
          ]}
        />
      </Section>
      <Section title={t("console.configuration.time")}>
        <FactList
          facts={[
            [t("console.configuration.timezone"), timezone],
            [t("console.configuration.retentionDays"), days(retentionDays)],
            ...roles.map(
              (role) =>
                [
                  t("console.configuration.idleOf", { role: t(`console.role.${role}`) }),
                  t("console.configuration.minuteCount", { count: idleMinutes[role] }),
                ] as const,
            ),
          ]}
        />
      </Section>
    </SimpleGrid>
  );
}
