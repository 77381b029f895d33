import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  type TotpSecret,
} from "#contract/people/second-factor.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { PasswordPrompt } from "../../components/password-prompt.tsx";
import { call, read } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";

const secondFactorQuery = queryOptions({
  queryKey: ["account", "secondFactor"],
  queryFn: ({ signal }) => read(getSecondFactor, {}, signal),
});

type Action = "setUp" | "codes" | "remove";

/** The user's authenticator app and recovery codes. All changes require the password. */
export function OwnSecondFactor() {
  const t = useTranslate();
  const factor = useQuery(secondFactorQuery);
  const [action, setAction] = useState<Action>();
  const [secret, setSecret] = useState<TotpSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const done = () => {
    setAction(undefined);
    setSecret(undefined);
    setCodes(undefined);
    void queryClient.invalidateQueries({ queryKey: ["account"] });
  };
  const showCodes = (answer: { readonly recoveryCodes: readonly string[] }) => setCodes(answer.recoveryCodes);

  if (codes) return <RecoveryCodes codes={codes} onDone={done} />;
  if (secret) {
    const confirm = (code: string) => call(confirmSecondFactor, { body: { code } });
    return <TotpSetUp confirm={confirm} onConfirmed={showCodes} secret={secret} />;
  }
  if (action) {
    const run = async ({ currentPassword }: { currentPassword: string }) => {
      const body = { currentPassword };
      if (action === "setUp") setSecret(await call(startSecondFactor, { body }));
      else if (action === "codes") showCodes(await call(renewRecoveryCodes, { body }));
      else {
        await call(removeSecondFactor, { body });
        toast.success(t("console.secondFactor.removed"), { toastId: "secondFactor" });
        done();
      }
    };
    return <PasswordPrompt label={t(`console.secondFactor.${action}`)} onCancel={done} onConfirm={run} />;
  }
  if (factor.isPending) return <Skeleton height={64} />;
  if (factor.isLoadingError) return <ErrorState onRetry={() => void factor.refetch()} error={factor.error} />;
  const { since, hasApp, recoveryCodesLeft, isRequired } = factor.data;
  const button = (name: Action, label: string) => (
    <Button onClick={() => setAction(name)} variant={name === "setUp" && !since ? "filled" : "default"}>
      {label}
    </Button>
  );
  return (
    <Stack gap="sm">
      <Text>
        {since
          ? t("console.secondFactor.on", { since, count: recoveryCodesLeft })
          : t("console.secondFactor.off")}
      </Text>
      {isRequired && <Text c="dimmed">{t("console.secondFactor.required")}</Text>}
      <Group gap="xs">
        {button("setUp", t(hasApp ? "console.secondFactor.replace" : "console.secondFactor.setUp"))}
        {since && button("codes", t("console.secondFactor.codes"))}
        {since && !isRequired && button("remove", t("console.secondFactor.remove"))}
      </Group>
    </Stack>
  );
}
