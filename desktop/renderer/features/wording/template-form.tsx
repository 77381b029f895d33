import { Button, Stack, Switch, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeSmsTemplate, type TemplateAnswer } from "#contract/sms.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { WordsField } from "./words-field.tsx";

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
  const form = useDraftForm(key, initial);
  const unsaved = useUnsaved(key, form);
  const name = t(`console.messages.event_${event}`);
  const change = useMutation({
    mutationFn: (body: typeof initial) => call(changeSmsTemplate, { params: { event }, body }),
    onSuccess: () => {
      form.forget();
      void queryClient.invalidateQueries({ queryKey: ["messages", "templates"] });
      toast.success(t("console.wording.saved", { name }), { toastId: key });
      onDone();
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const wrong = checkBody(changeSmsTemplate.body, form.values);
    if (wrong) warn(form.show(wrong));
    else change.mutate(form.values);
  };
  return (
    <PlainForm aria-labelledby="wording-title" isBusy={change.isPending} onSubmit={submit}>
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
        <FormFoot unsaved={unsaved}>
          <Button disabled={!form.isChanged} loading={change.isPending} type="submit">
            {t("console.wording.save")}
          </Button>
          <Button onClick={() => unsaved.leave(onDone)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
