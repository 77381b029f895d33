import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { TemplateAnswer } from "#contract/sms.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly template: TemplateAnswer;
  readonly onOpen: () => void;
}

/** What is said at one event, and whether it is said at all. */
export function TemplateCard({ template, onOpen }: Props) {
  const t = useTranslate();
  const { event, enabled, text, enText } = template;
  const name = t(`console.messages.event_${event}`);
  const isOwn = text !== template.defaultText || enText !== template.defaultEnText;
  return (
    <Paper aria-label={name} component="section" p="md" radius="lg" withBorder>
      <Stack gap="sm" h="100%">
        <Group gap="xs">
          <Title order={2} size="h5">
            {name}
          </Title>
          <StatusBadge
            code={enabled ? "exited" : "ended"}
            name={t(enabled ? "console.wording.on" : "console.wording.off")}
          />
          {isOwn && (
            <Text c="dimmed" size="sm">
              {t("console.wording.own")}
            </Text>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {t(`console.wording.when_${event}`)}
        </Text>
        {(
          [
            [text, "ko"],
            [enText, "en"],
          ] as const
        ).map(([words, lang]) => (
          <Text key={lang} lang={lang} opacity={enabled ? 1 : 0.75}>
            {words}
          </Text>
        ))}
        <Button
          aria-label={t("console.wording.changeOf", { name })}
          leftSection={<IconPencil aria-hidden size={16} />}
          mt="auto"
          onClick={onOpen}
          size="compact-sm"
          variant="default"
          w="fit-content"
        >
          {t("console.wording.change")}
        </Button>
      </Stack>
    </Paper>
  );
}
