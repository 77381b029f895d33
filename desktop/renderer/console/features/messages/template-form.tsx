import { Stack, Switch, Text, Title } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeSmsTemplate, type TemplateAnswer } from "#contract/sms.ts";
import { PlainForm } from "../../components/form.tsx";
import { SubmitFoot } from "../../components/submit-foot.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useSaveForm } from "../../lib/use-save-form.ts";
import { WordsField } from "./template-field.tsx";

interface Props {
  readonly template: TemplateAnswer;
  readonly onDone: () => void;
}

/** The words of one event in both languages, and whether they are sent. */
export function TemplateForm({ template, onDone }: Props) {
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
    <PlainForm aria-labelledby="wording-title" isBusy={isBusy} onSubmit={submit}>
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
        <WordsField event={event} field="text" form={form} lang="ko" usual={defaultText} />
        <WordsField event={event} field="enText" form={form} lang="en" usual={defaultEnText} />
        <SubmitFoot disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.wording.save")}
        </SubmitFoot>
      </Stack>
    </PlainForm>
  );
}
