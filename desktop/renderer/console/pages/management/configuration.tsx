import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../components/empty-state.tsx";
import { ConfigurationFacts } from "../../features/configuration/configuration-facts.tsx";
import { ConfigurationForm } from "../../features/configuration/configuration-form.tsx";
import { LogoSection } from "../../features/configuration/logo-section.tsx";
import { siteConfigurationQuery } from "../../features/configuration/queries.ts";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

/** 환경설정: what of the public site is as this company wants it. Administrators change it, the desk reads it. */
export function ConfigurationPage() {
  const t = useTranslate();
  const mayChange = may(useCurrentUser(), "baseData");
  const configuration = useQuery(siteConfigurationQuery);
  return (
    <Stack gap="md" maw={1080}>
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
        <Failure again={() => void configuration.refetch()} error={configuration.error} />
      )}
      {configuration.data && (
        <>
          <LogoSection logos={configuration.data.logos} mayChange={mayChange} />
          {mayChange ? (
            <ConfigurationForm configuration={configuration.data} />
          ) : (
            <ConfigurationFacts configuration={configuration.data} />
          )}
        </>
      )}
    </Stack>
  );
}
