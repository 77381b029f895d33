import { Stack, Title } from "@mantine/core";
import { Section } from "../../components/section.tsx";
import { HostDelegations, OwnDeputyships } from "../../features/delegations/delegations.tsx";
import { useTranslate } from "../../lib/language.ts";

/** 부재 및 대리인: the user's absences and deputies, and hosts they deputise for. */
export function AbsencePage() {
  const t = useTranslate();
  return (
    <Stack gap="md" maw={720}>
      <title>{t("console.delegations.page")}</title>
      <Title order={1} size="h3">
        {t("console.delegations.title")}
      </Title>
      <Section hint={t("console.delegations.hint")} title={t("console.delegations.own")}>
        <HostDelegations isEditable />
      </Section>
      <Section hint={t("console.delegations.asDeputyHint")} title={t("console.delegations.asDeputy")}>
        <OwnDeputyships />
      </Section>
    </Stack>
  );
}
