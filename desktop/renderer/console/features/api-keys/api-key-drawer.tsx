import { Alert, Button, Divider, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { type ApiKeyAnswer, revokeApiKey } from "#contract/site/api-keys.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { ApiKeyForm } from "./api-key-form.tsx";
import { lastDayOf } from "./columns.tsx";
import { refreshApiKeys } from "./queries.ts";

interface Props {
  /** "new" creates a key; undefined closes the drawer. */
  readonly opened: ApiKeyAnswer | "new" | undefined;
  readonly onClose: () => void;
}

/** Settings of an API key; after creation, the secret. */
export function ApiKeyDrawer({ opened, onClose }: Props) {
  const t = useTranslate();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  const apiKey = opened === "new" ? undefined : opened;
  return (
    <SideDrawer
      isOpen={opened !== undefined}
      onClose={close}
      title={t(opened === "new" ? "console.apiKeys.addTitle" : "console.apiKeys.title")}
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
        <Stack gap="md" key={apiKey?.id ?? "new"}>
          {apiKey && <ApiKeyFacts apiKey={apiKey} />}
          {apiKey?.state !== "revoked" && (
            <ApiKeyForm
              apiKey={apiKey}
              onClose={close}
              onSaved={(newSecret) => (newSecret === undefined ? close() : setSecret(newSecret))}
            />
          )}
          {apiKey && apiKey.state !== "revoked" && (
            <>
              <Divider />
              <RevokeButton apiKey={apiKey} onRevoked={close} />
            </>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}

function ApiKeyFacts({ apiKey }: { readonly apiKey: ApiKeyAnswer }) {
  const t = useTranslate();
  const { state, createdBy, createdAt, lastUsedAt, lastUsedAddress, prefix, revokedAt } = apiKey;
  return (
    <>
      {state !== "active" && (
        <Alert color={state === "endsSoon" ? "yellow" : "red"}>
          {t(`console.apiKeys.stateText.${state}`, { day: lastDayOf(apiKey), at: revokedAt ?? "" })}
        </Alert>
      )}
      {createdBy.resigned && state !== "revoked" && (
        <Alert color="yellow">{t("console.apiKeys.resignedText", { name: createdBy.name })}</Alert>
      )}
      <FactList
        facts={[
          [t("console.apiKeys.prefix"), `${prefix}_…`],
          [t("console.apiKeys.createdBy"), `${createdBy.name} · ${createdAt}`],
          [t("console.apiKeys.expiresOn"), lastDayOf(apiKey)],
          [
            t("console.apiKeys.lastUsed"),
            lastUsedAt ? `${lastUsedAt} · ${lastUsedAddress}` : t("console.apiKeys.never"),
          ],
        ]}
      />
    </>
  );
}

interface RevokeProps {
  readonly apiKey: ApiKeyAnswer;
  readonly onRevoked: () => void;
}

function RevokeButton({ apiKey: { id, name }, onRevoked }: RevokeProps) {
  const t = useTranslate();
  const revoke = useMutation({
    mutationFn: () => call(revokeApiKey, { params: { id: String(id) } }),
    onSuccess: () => {
      toast.success(t("console.apiKeys.revoked", { name }), { toastId: `api-key-revoke-${id}` });
      onRevoked();
    },
    onSettled: refreshApiKeys,
  });
  return (
    <ConfirmButton
      isBusy={revoke.isPending}
      label={t("console.apiKeys.revoke")}
      onConfirm={() => revoke.mutate()}
      question={t("console.apiKeys.revokeAsk", { name })}
    />
  );
}

/** The secret, shown only once. */
function SecretAlert({ secret }: { readonly secret: string }) {
  const t = useTranslate();
  return (
    <Alert color="brand" p="sm" title={t("console.apiKeys.secretTitle")}>
      <Stack gap="xs">
        <CopyField
          copyManuallyHint={t("console.apiKeys.copyByHand")}
          description={t("console.apiKeys.secretText")}
          label={t("console.apiKeys.title")}
          value={secret}
        >
          {t("console.apiKeys.copy")}
        </CopyField>
      </Stack>
    </Alert>
  );
}
