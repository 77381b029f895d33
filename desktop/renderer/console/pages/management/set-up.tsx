import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../components/empty-state.tsx";
import { setUpQuery, startingTemplatesQuery } from "../../features/set-up/queries.ts";
import { SiteState } from "../../features/set-up/site-state.tsx";
import { StepCard } from "../../features/set-up/step-card.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

/** 시작하기: what a new site lacks before visitors can apply, and the way to each of it. */
export function SetUpPage() {
  const t = useTranslate();
  const language = useLanguage();
  const mayBegin = may(useCurrentUser(), "texts");
  const setUp = useQuery(setUpQuery);
  const templates = useQuery({ ...startingTemplatesQuery, enabled: mayBegin });
  return (
    <Stack gap="md" maw={860}>
      <title>{t("console.setUp.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.setUp")}
        </Title>
        <Text c="dimmed" size="sm">
          {t(mayBegin ? "console.setUp.lead" : "console.setUp.leadRead")}
        </Text>
      </div>
      {setUp.isPending && <Skeleton height={480} radius="lg" />}
      {setUp.isError && !setUp.data && <Failure again={() => void setUp.refetch()} error={setUp.error} />}
      {setUp.data && (
        <>
          <SiteState isReady={setUp.data.ready} steps={setUp.data.steps} />
          {setUp.data.steps.map((step) => (
            <StepCard key={step.key} step={step} />
          ))}
        </>
      )}
      {templates.data && (
        <Text c="dimmed" size="sm">
          {templates.data.notice[language]}
        </Text>
      )}
    </Stack>
  );
}
