/** Administrators' actions on webhooks and deliveries. */
import { Alert, Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import {
  type DeliveryAnswer,
  removeWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  type WebhookAnswer,
} from "#contract/site/webhooks.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

export const refreshWebhooks = () => void queryClient.invalidateQueries({ queryKey: ["webhooks"] });

interface ActionsProps {
  readonly webhook: WebhookAnswer;
  readonly onDeliveries: () => void;
  readonly onSecret: (secret: string) => void;
  readonly onRemoved: () => void;
}

/** Shows deliveries, sends a test, rotates the secret, or deletes the webhook. */
export function WebhookActions({
  webhook: { id, name, url },
  onDeliveries,
  onSecret,
  onRemoved,
}: ActionsProps) {
  const t = useTranslate();
  const params = { id: String(id) };
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params }),
    onSuccess: () => toast.success(t("console.webhooks.tested"), { toastId: `webhook-test-${id}` }),
    onSettled: refreshWebhooks,
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params }),
    onSuccess: ({ secret }) => onSecret(secret),
  });
  const remove = useMutation({
    mutationFn: () => call(removeWebhook, { params }),
    onSuccess: () => {
      toast.success(t("console.webhooks.removed", { name }), { toastId: `webhook-remove-${id}` });
      onRemoved();
    },
    onSettled: refreshWebhooks,
  });
  return (
    <Group align="flex-start" gap="xs">
      <Button onClick={onDeliveries} variant="default">
        {t("console.webhooks.show")}
      </Button>
      <Button loading={test.isPending} onClick={() => test.mutate()} variant="default">
        {t("console.webhooks.test")}
      </Button>
      {url !== "" && (
        <ConfirmButton
          color="brand"
          isBusy={rotate.isPending}
          label={t("console.webhooks.rotate")}
          onConfirm={() => rotate.mutate()}
          question={t("console.webhooks.rotateAsk")}
        />
      )}
      <ConfirmButton
        isBusy={remove.isPending}
        label={t("console.webhooks.remove")}
        onConfirm={() => remove.mutate()}
        question={t("console.webhooks.removeAsk", { name })}
      />
    </Group>
  );
}

/** The signing secret, shown only once. */
export function SecretAlert({ secret }: { readonly secret: string }) {
  const t = useTranslate();
  return (
    <Alert color="brand" p="sm" title={t("console.webhooks.secretTitle")}>
      <Stack gap="xs">
        <CopyField
          copyManuallyHint={t("console.webhooks.copyByHand")}
          description={t("console.webhooks.secretText")}
          label={t("console.webhooks.secret")}
          value={secret}
        >
          {t("console.webhooks.copy")}
        </CopyField>
      </Stack>
    </Alert>
  );
}

interface ResendProps {
  readonly delivery: DeliveryAnswer;
  readonly webhookId: number | undefined;
}

/** Sends a delivery again; renders nothing while it is being sent. */
export function ResendButton({ delivery: { id, state }, webhookId }: ResendProps) {
  const t = useTranslate();
  const resend = useMutation({
    mutationFn: () => call(resendDelivery, { params: { id: String(webhookId), delivery: String(id) } }),
    onSuccess: () => toast.success(t("console.webhooks.resent"), { toastId: `delivery-${id}` }),
    onSettled: refreshWebhooks,
  });
  if (state === "sending" || webhookId === undefined) return null;
  return (
    <Button loading={resend.isPending} onClick={() => resend.mutate()} size="compact-sm" variant="default">
      {t("console.webhooks.resend")}
    </Button>
  );
}
