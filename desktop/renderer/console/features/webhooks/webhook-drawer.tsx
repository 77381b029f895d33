import { Alert, Button, Divider, Stack } from "@mantine/core";
import { useState } from "react";
import type { WebhookAnswer } from "#contract/site/webhooks.ts";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { SecretAlert, WebhookActions } from "./webhook-actions.tsx";
import { WebhookForm } from "./webhook-form.tsx";

interface Props {
  /** "new" opens the form for a new webhook; undefined closes the drawer. */
  readonly opened: WebhookAnswer | "new" | undefined;
  readonly onClose: () => void;
  readonly onDeliveries: (id: number) => void;
}

/** Settings of a webhook; after creation or rotation, the secret. */
export function WebhookDrawer({ opened, onClose, onDeliveries }: Props) {
  const t = useTranslate();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  const webhook = opened === "new" ? undefined : opened;
  return (
    <SideDrawer
      isOpen={opened !== undefined}
      onClose={close}
      title={t(opened === "new" ? "console.webhooks.addTitle" : "console.webhooks.title")}
    >
      {secret !== undefined && (
        <Stack gap="md">
          <SecretAlert secret={secret} />
          <Button onClick={close} w="fit-content">
            {t("console.shell.close")}
          </Button>
        </Stack>
      )}
      {secret === undefined && opened !== undefined && (
        <Stack gap="md" key={webhook?.id ?? "new"}>
          {webhook?.pausedBecause && (
            <Alert color="red">{t(`console.webhooks.pausedText.${webhook.pausedBecause}`)}</Alert>
          )}
          {webhook?.url === "" && <Alert color="red">{t("console.webhooks.sealed")}</Alert>}
          <WebhookForm
            onClose={close}
            onSaved={(newSecret) => (newSecret === undefined ? close() : setSecret(newSecret))}
            webhook={webhook}
          />
          {webhook && (
            <>
              <Divider />
              <WebhookActions
                onDeliveries={() => onDeliveries(webhook.id)}
                onRemoved={close}
                onSecret={setSecret}
                webhook={webhook}
              />
            </>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}
