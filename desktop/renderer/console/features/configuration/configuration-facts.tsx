import { SimpleGrid } from "@mantine/core";
import type { SiteConfiguration } from "#contract/configuration.ts";
import { roles } from "#contract/roles.ts";
import { FactList } from "../../components/fact-list.tsx";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { FormSample } from "./form-sample.tsx";
import { HeadSample } from "./head-sample.tsx";

const switches = [
  "requestInputUserCompany",
  "requestInputPlace",
  "requestInputVisitorCompany",
  "useCar",
  "autoApprove",
  "lookupCode",
] as const;

/** The configuration for those who answer questions about it and do not change it. */
export function ConfigurationFacts({ configuration }: { readonly configuration: SiteConfiguration }) {
  const t = useTranslate();
  const { customerCompany, homepage, brandColor, timezone, maxRequestDays, retentionDays, idleMinutes } =
    configuration;
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
        <HeadSample values={configuration} />
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
          ]}
        />
        <FormSample values={configuration} />
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
