import { Alert, Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { SetUpStep } from "#contract/site/set-up.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { setUpQuery, startingTemplatesQuery } from "../../features/set-up/queries.ts";
import { StepCard } from "../../features/set-up/step-card.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

/** 시작하기: missing setup steps of a new site, with links. */
export function SetUpPage() {
  const t = useTranslate();
  const language = useLanguage();
  const mayPublish = may(useCurrentUser(), "texts");
  const setUp = useQuery(setUpQuery);
  const templates = useQuery({ ...startingTemplatesQuery, enabled: mayPublish });
  return (
    <Stack gap="md" maw={860}>
      <title>{t("console.setUp.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.setUp")}
        </Title>
        <Text c="dimmed" size="sm">
          {t(mayPublish ? "console.setUp.lead" : "console.setUp.leadRead")}
        </Text>
      </div>
      {setUp.isPending && <Skeleton height={480} radius="lg" />}
      {setUp.isError && !setUp.data && (
        <ErrorState onRetry={() => void setUp.refetch()} error={setUp.error} />
      )}
      {setUp.data && (
        <>
          {setUp.data.untrustedProxy !== null && (
            <Warning title={t("console.setUp.proxy")}>
              {t("console.setUp.proxyText", { address: setUp.data.untrustedProxy })}
            </Warning>
          )}
          {setUp.data.erasureRegisterIn !== null && (
            <Warning title={t("console.setUp.register")}>
              {t("console.setUp.registerText", { place: setUp.data.erasureRegisterIn })}
            </Warning>
          )}
          {setUp.data.overdueJobs.length > 0 && (
            <Warning title={t("console.setUp.jobs")}>
              {t("console.setUp.jobsText", {
                jobs: setUp.data.overdueJobs
                  .map(({ name, doneAt }) => `${name} (${doneAt ?? t("console.setUp.jobNever")})`)
                  .join(", "),
              })}
            </Warning>
          )}
          <SiteState isReady={setUp.data.ready} steps={setUp.data.steps} />
          {setUp.data.steps.map((step) => (
            <StepCard channels={setUp.data.channels} key={step.key} step={step} />
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

/** A problem of the server, for its administrator. */
function Warning({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden size={18} />} title={title}>
      {children}
    </Alert>
  );
}

interface Props {
  /** The public site accepts requests. */
  readonly isReady: boolean;
  readonly steps: readonly SetUpStep[];
}

/** Whether visitors can apply, and the missing steps. */
function SiteState({ isReady, steps }: Props) {
  const t = useTranslate();
  const needed = steps.filter((step) => step.needed);
  const missing = needed.filter(({ done }) => !done);
  const names = missing.map(({ key }) => t(`console.setUp.step_${key}`)).join(", ");
  const state = missing.length === 0 ? "open" : isReady ? "almost" : "preparing";
  return (
    <Paper p={{ base: "md", sm: "lg" }} radius="lg" withBorder>
      <Stack gap="sm">
        <Group justify="space-between">
          <div role="status">
            <Title order={2} size="h4">
              {t(`console.setUp.${state}`)}
            </Title>
            <Text c="dimmed" size="sm">
              {missing.length > 0 ? t("console.setUp.missing", { names }) : t("console.setUp.openText")}
            </Text>
          </div>
          <Button
            component="a"
            href="/"
            rel="noopener"
            rightSection={<IconExternalLink aria-hidden size={16} />}
            target="_blank"
            variant={state === "open" ? "filled" : "default"}
          >
            {t("console.setUp.openSite")}
          </Button>
        </Group>
        <Progress
          aria-label={t("console.setUp.progress")}
          color={state === "open" ? "teal" : "brand"}
          value={(100 * (needed.length - missing.length)) / Math.max(1, needed.length)}
        />
      </Stack>
    </Paper>
  );
}
