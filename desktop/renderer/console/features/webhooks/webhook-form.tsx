import { Checkbox, Select, Stack, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import {
  addWebhook,
  changeWebhook,
  visitEvents,
  type WebhookAnswer,
  webhookEvents,
  webhookFormats,
} from "#contract/site/webhooks.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { refreshWebhooks } from "./webhook-actions.tsx";

interface Props {
  /** Undefined for a new webhook. */
  readonly webhook: WebhookAnswer | undefined;
  /** `secret` is set after creation only. */
  readonly onSaved: (secret: string | undefined) => void;
  readonly onClose: () => void;
}

type Values = Pick<WebhookAnswer, "name" | "url" | "format" | "lang" | "events" | "personal" | "active">;

/** Settings of a webhook. */
export function WebhookForm({ webhook, onSaved, onClose }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  // Snapshot from when the form was opened.
  const [initial] = useState(
    (): Values => ({
      name: webhook?.name ?? "",
      url: webhook?.url ?? "",
      format: webhook?.format ?? "standard",
      lang: webhook?.lang ?? language,
      events: webhook?.events ?? [...visitEvents],
      personal: webhook?.personal ?? false,
      active: webhook?.active ?? true,
    }),
  );
  const key = `webhook-${webhook?.id ?? "add"}`;
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: changeWebhook.body,
    bodyOf: (values) => values,
    send: async ({ id: _, active, ...settings }) => {
      if (!webhook) return call(addWebhook, { body: settings });
      const params = { id: String(webhook.id) };
      return {
        webhook: await call(changeWebhook, { params, body: { ...settings, active } }),
        secret: undefined,
      };
    },
    onSaved: ({ webhook: saved, secret }) => {
      toast.success(t("console.webhooks.saved", { name: saved.name }), { toastId: key });
      onSaved(secret);
    },
    onSettled: refreshWebhooks,
  });
  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          autoComplete="off"
          data-autofocus
          label={t("console.webhooks.name")}
          required
          {...form.getInputProps("name")}
        />
        <TextInput
          autoComplete="off"
          description={t("console.webhooks.urlHint")}
          inputMode="url"
          label={t("console.webhooks.url")}
          required
          {...form.getInputProps("url")}
        />
        <Select
          allowDeselect={false}
          data={webhookFormats.map((value) => ({ value, label: t(`console.webhooks.formats.${value}`) }))}
          label={t("console.webhooks.format")}
          {...form.getInputProps("format")}
        />
        {form.values.format !== "standard" && (
          <Select
            allowDeselect={false}
            data={[
              { value: "ko", label: "한국어" },
              { value: "en", label: "English" },
            ]}
            label={t("console.webhooks.lang")}
            {...form.getInputProps("lang")}
          />
        )}
        <Checkbox.Group label={t("console.webhooks.events")} required {...form.getInputProps("events")}>
          <Stack gap="xs" mt="xs">
            {webhookEvents.map((event) => (
              <Checkbox key={event} label={t(`console.webhooks.event.${event}`)} value={event} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Switch
          description={t("console.webhooks.personalHint")}
          label={t("console.webhooks.personal")}
          {...form.getInputProps("personal", { type: "checkbox" })}
        />
        {webhook && (
          <Switch
            description={t("console.webhooks.activeHint")}
            label={t("console.webhooks.active")}
            {...form.getInputProps("active", { type: "checkbox" })}
          />
        )}
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t(webhook ? "console.webhooks.save" : "console.webhooks.add")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
