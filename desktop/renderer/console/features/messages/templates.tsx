import { Button, Group, Paper, Stack, Switch, Text, Title } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeSmsTemplate, type TemplateAnswer } from "#contract/messages/sms.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { TemplateField } from "./template-field.tsx";

interface TemplateCardProps {
  readonly template: TemplateAnswer;
  readonly onOpen: () => void;
}

export function TemplateCard({ template, onOpen }: TemplateCardProps) {
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
        ).map(([content, lang]) => (
          <Text key={lang} lang={lang} opacity={enabled ? 1 : 0.75}>
            {content}
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

interface TemplateFormProps {
  readonly template: TemplateAnswer;
  readonly onDone: () => void;
}

/** Edits the template of an event in both languages, and whether it is sent. */
export function TemplateForm({ template, onDone }: TemplateFormProps) {
  const t = useTranslate();
  const { event, defaultText, defaultEnText } = template;
  const [initial] = useState(() => ({
    enabled: template.enabled,
    text: template.text,
    enText: template.enText,
  }));
  const key = `wording-${event}`;
  const name = t(`console.messages.event_${event}`);
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: changeSmsTemplate.body,
    bodyOf: (values) => values,
    send: (body) => call(changeSmsTemplate, { params: { event }, body }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: ["messages", "templates"] });
      toast.success(t("console.wording.saved", { name }), { toastId: key });
      onDone();
    },
  });
  return (
    <Form aria-labelledby="wording-title" isBusy={isBusy} onSubmit={submit}>
      <Stack gap="md">
        <div>
          <Title id="wording-title" order={2} size="h3">
            {name}
          </Title>
          <Text c="dimmed" size="sm">
            {t(`console.wording.when_${event}`)}
          </Text>
        </div>
        <Switch
          description={t("console.wording.enabledHint")}
          label={t("console.wording.enabled")}
          {...form.getInputProps("enabled", { type: "checkbox" })}
        />
        <TemplateField defaultText={defaultText} event={event} field="text" form={form} lang="ko" />
        <TemplateField defaultText={defaultEnText} event={event} field="enText" form={form} lang="en" />
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.wording.save")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
