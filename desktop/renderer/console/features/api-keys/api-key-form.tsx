import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { addDays } from "#contract/dates.ts";
import { keyPermissions } from "#contract/permissions.ts";
import { type ApiKeyAnswer, addApiKey, changeApiKey, maxKeyYears } from "#contract/site/api-keys.ts";
import { DayField } from "../../components/dates/day-field.tsx";
import { useSiteDay } from "../../components/dates/day-input.tsx";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { permissionLabels } from "./columns.tsx";
import { refreshApiKeys } from "./queries.ts";

interface Props {
  /** Undefined creates a key. */
  readonly apiKey: ApiKeyAnswer | undefined;
  /** `secret` is set after creation only. */
  readonly onSaved: (secret: string | undefined) => void;
  readonly onClose: () => void;
}

const daysPerYear = 365;

/** Name and permissions of an API key; for a new one also the expiry date. */
export function ApiKeyForm({ apiKey, onSaved, onClose }: Props) {
  const t = useTranslate();
  const today = useSiteDay()();
  // Snapshot from when the form was opened.
  const [initial] = useState(() => ({
    name: apiKey?.name ?? "",
    permissions: apiKey?.permissions ?? [],
    expiresOn: apiKey ? "" : addDays(today, daysPerYear),
  }));
  const key = `api-key-${apiKey?.id ?? "add"}`;
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: addApiKey.body,
    bodyOf: (values) => values,
    send: async ({ name, permissions, expiresOn }) => {
      if (!apiKey) return call(addApiKey, { body: { name, permissions, expiresOn } });
      const params = { id: String(apiKey.id) };
      const changed = await call(changeApiKey, { params, body: { name, permissions } });
      return { apiKey: changed, secret: undefined };
    },
    onSaved: ({ apiKey: saved, secret }) => {
      toast.success(
        t(secret === undefined ? "console.apiKeys.saved" : "console.apiKeys.added", { name: saved.name }),
        {
          toastId: key,
        },
      );
      onSaved(secret);
    },
    onSettled: refreshApiKeys,
  });
  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          autoComplete="off"
          data-autofocus
          description={t("console.apiKeys.nameHint")}
          label={t("console.apiKeys.name")}
          required
          {...form.getInputProps("name")}
        />
        <Checkbox.Group
          description={t("console.apiKeys.permissionsHint")}
          label={t("console.apiKeys.permissions")}
          required
          {...form.getInputProps("permissions")}
        >
          <Stack gap="xs" mt="xs">
            {keyPermissions.map((permission) => (
              <Checkbox
                description={permission}
                key={permission}
                label={t(permissionLabels[permission])}
                value={permission}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {!apiKey && (
          <DayField
            label={t("console.apiKeys.expiresOn")}
            max={addDays(today, maxKeyYears * daysPerYear)}
            min={today}
            error={form.errors.expiresOn}
            onChange={(day) => form.setFieldValue("expiresOn", day)}
            value={form.values.expiresOn}
          />
        )}
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t(apiKey ? "console.apiKeys.save" : "console.apiKeys.add")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
