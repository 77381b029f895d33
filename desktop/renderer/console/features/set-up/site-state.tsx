import { Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { SetUpStep } from "#contract/set-up.ts";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  /** The public site takes applications. */
  readonly isReady: boolean;
  readonly steps: readonly SetUpStep[];
}

/** Whether visitors can apply by now, and what they wait for. */
export function SiteState({ isReady, steps }: Props) {
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
