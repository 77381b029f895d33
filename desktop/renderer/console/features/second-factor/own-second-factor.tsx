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

type Wanted = "setUp" | "codes" | "remove";

/** One's own second factor: set up, replaced or removed, each with the password once more. */
export function OwnSecondFactor() {
  const t = useTranslate();
  const factor = useQuery(secondFactorQuery);
  const [wanted, setWanted] = useState<Wanted>();
  const [secret, setSecret] = useState<TotpSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const done = () => {
    setWanted(undefined);
    setSecret(undefined);
    setCodes(undefined);
    void queryClient.invalidateQueries({ queryKey: ["account"] });
  };
  const giveCodes = (answer: { readonly recoveryCodes: readonly string[] }) => setCodes(answer.recoveryCodes);

  if (codes) return <RecoveryCodes codes={codes} onDone={done} />;
  if (secret) {
    const confirm = (code: string) => call(confirmSecondFactor, { body: { code } });
    return <TotpSetUp confirm={confirm} onConfirmed={giveCodes} secret={secret} />;
  }
  if (wanted) {
    const act = async ({ currentPassword }: { currentPassword: string }) => {
      const body = { currentPassword };
      if (wanted === "setUp") setSecret(await call(startSecondFactor, { body }));
      else if (wanted === "codes") giveCodes(await call(renewRecoveryCodes, { body }));
      else {
        await call(removeSecondFactor, { body });
        toast.success(t("console.secondFactor.removed"), { toastId: "secondFactor" });
        done();
      }
    };
    return <PasswordPrompt act={act} label={t(`console.secondFactor.${wanted}`)} onCancel={done} />;
  }
  if (factor.isPending) return <Skeleton height={64} />;
  if (factor.isError) return <ErrorState onRetry={() => void factor.refetch()} error={factor.error} />;
  const { since, hasApp, recoveryCodesLeft, isRequired } = factor.data;
  const button = (name: Wanted, label: string) => (
    <Button onClick={() => setWanted(name)} variant={name === "setUp" && !since ? "filled" : "default"}>
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
