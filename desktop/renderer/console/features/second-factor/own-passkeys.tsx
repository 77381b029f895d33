import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import {
  listPasskeys,
  maxPasskeyName,
  type PasskeyAnswer,
  removePasskey,
} from "#contract/people/passkeys.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { PasswordPrompt } from "../../components/password-prompt.tsx";
import { call, read } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { canUsePasskeys } from "./passkey-support.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";
import { createPasskey } from "./webauthn.ts";

const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: ({ signal }) => read(listPasskeys, {}, signal),
});

type Action =
  | { readonly kind: "add" }
  | { readonly kind: "remove" | "rename"; readonly passkey: PasskeyAnswer };

/** The user's passkeys. Adding and removing require the password. */
export function OwnPasskeys() {
  const t = useTranslate();
  const passkeys = useQuery(passkeysQuery);
  const [action, setAction] = useState<Action>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const done = () => {
    setAction(undefined);
    setCodes([]);
    void queryClient.invalidateQueries({ queryKey: ["account"] });
  };
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={done} />;
  if (action?.kind === "add") {
    const add = async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
      const recoveryCodes = await createPasskey(name, currentPassword);
      toast.success(t("console.secondFactor.passkeyAdded"), { toastId: "passkey" });
      done();
      setCodes(recoveryCodes);
    };
    const nameField = {
      label: t("console.secondFactor.passkeyName"),
      hint: t("console.secondFactor.passkeyNameHint"),
      maxLength: maxPasskeyName,
    };
    return (
      <PasswordPrompt
        label={t("console.secondFactor.passkeyAdd")}
        nameField={nameField}
        onCancel={done}
        onConfirm={add}
      />
    );
  }
  if (action?.kind === "remove") {
    const { id, name } = action.passkey;
    const remove = async ({ currentPassword }: { currentPassword: string }) => {
      await call(removePasskey, { params: { id: String(id) }, body: { currentPassword } });
      toast.success(t("console.secondFactor.passkeyRemoved"), { toastId: "passkey" });
      done();
    };
    const label = t("console.secondFactor.passkeyRemoveOf", { name });
    return <PasswordPrompt label={label} onCancel={done} onConfirm={remove} />;
  }
  if (action?.kind === "rename") return <RenamePasskey onDone={done} passkey={action.passkey} />;
  if (passkeys.isPending) return <Skeleton height={64} />;
  if (passkeys.isLoadingError)
    return <ErrorState onRetry={() => void passkeys.refetch()} error={passkeys.error} />;
  const unavailable = desktopApp ? "passkeyApp" : "passkeyBrowser";
  return (
    <Stack gap="sm">
      {passkeys.data.length === 0 && <Text>{t("console.secondFactor.passkeyNone")}</Text>}
      {passkeys.data.map((passkey) => (
        <PasskeyRow key={passkey.id} onAction={(kind) => setAction({ kind, passkey })} passkey={passkey} />
      ))}
      {canUsePasskeys() ? (
        <Button onClick={() => setAction({ kind: "add" })} variant="default" w="fit-content">
          {t("console.secondFactor.passkeyAdd")}
        </Button>
      ) : (
        <Text c="dimmed">{t(`console.secondFactor.${unavailable}`)}</Text>
      )}
    </Stack>
  );
}

interface PasskeyRowProps {
  readonly passkey: PasskeyAnswer;
  readonly onAction: (kind: "remove" | "rename") => void;
}

function PasskeyRow({ passkey: { name, createdAt, usedAt, signsIn }, onAction }: PasskeyRowProps) {
  const t = useTranslate();
  const used = usedAt
    ? t("console.secondFactor.passkeyUsed", { at: usedAt })
    : t("console.secondFactor.passkeyUnused");
  return (
    <Group justify="space-between">
      <div>
        <Text fw={600}>{name}</Text>
        <Text c="dimmed" className="tabular" size="sm">
          {t("console.secondFactor.passkeySince", { at: createdAt })} · {used}
        </Text>
        {!signsIn && <Text size="sm">{t("console.secondFactor.passkeyStepOnly")}</Text>}
      </div>
      <Group gap="xs">
        <Button
          aria-label={t("console.secondFactor.passkeyRenameOf", { name })}
          onClick={() => onAction("rename")}
          size="compact-sm"
          variant="default"
        >
          {t("console.secondFactor.passkeyRename")}
        </Button>
        <Button
          aria-label={t("console.secondFactor.passkeyRemoveOf", { name })}
          onClick={() => onAction("remove")}
          size="compact-sm"
          variant="default"
        >
          {t("console.secondFactor.passkeyRemove")}
        </Button>
      </Group>
    </Group>
  );
}
