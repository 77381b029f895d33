import { Alert, Anchor, Button, Checkbox, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CurrentUser, SignInStep } from "#contract/people/account.ts";
import { confirmRequiredFactor, logInByCode, startRequiredFactor } from "#contract/people/second-factor.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { Form } from "../../components/form.tsx";
import { CallError, call } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { BrowserSignIn } from "../company-sign-in/browser-sign-in.tsx";
import { CodeField } from "./code-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { canUsePasskeys } from "./passkey-support.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";

interface StepProps {
  readonly onSignedIn: (user: CurrentUser) => void;
  /** Returns to the password, with an error message if it must be entered again. */
  readonly onBack: (message?: string) => void;
}

/** Second sign-in step, for accounts that have or need a second factor. */
export function SecondStep({ step, ways, ...props }: StepProps & SignInStep) {
  const t = useTranslate();
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {t(step === "code" ? "console.secondFactor.stepTitle" : "console.secondFactor.setUpTitle")}
      </Title>
      {step === "code" ? <CodeStep {...props} ways={ways} /> : <SetUpStep {...props} />}
      <Anchor component="button" onClick={() => props.onBack()} size="sm" type="button" w="fit-content">
        {t("console.secondFactor.back")}
      </Anchor>
    </Stack>
  );
}

function CodeStep({ onSignedIn, onBack, ways }: StepProps & Pick<SignInStep, "ways">) {
  const t = useTranslate();
  const hasApp = ways.includes("app");
  const hasPasskey = ways.includes("passkey") && canUsePasskeys();
  const [isRecovery, setIsRecovery] = useState(!hasApp);
  const [passkeyError, setPasskeyError] = useState<string>();
  const [code, setCode] = useState("");
  const [remember, setRemember] = useState(false);
  const signIn = useMutation({
    mutationFn: () => {
      setPasskeyError(undefined);
      return call(logInByCode, { body: { code, remember } });
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      const formError = error instanceof CallError ? error.fields?._ : undefined;
      if (formError) onBack(formError);
    },
  });
  const fields = signIn.error instanceof CallError ? signIn.error.fields : undefined;
  const error = passkeyError ?? (signIn.error && !fields ? failureText(signIn.error) : undefined);
  const toggleRecovery = () => {
    setIsRecovery(!isRecovery);
    setCode("");
    signIn.reset();
  };
  return (
    <Form isBusy={signIn.isPending} onSubmit={() => signIn.mutate()}>
      <Stack gap="md">
        {hasPasskey && (
          <>
            <Text>{t("console.secondFactor.passkeyHint")}</Text>
            <PasskeyButton
              isFirst={!hasApp}
              isStep
              onRefused={setPasskeyError}
              onSignedIn={onSignedIn}
              remember={remember}
            />
          </>
        )}
        {ways.includes("passkey") && !hasPasskey && (
          <>
            {!hasApp && <Text>{t("console.secondFactor.passkeyNotHere")}</Text>}
            {desktopApp && <BrowserSignIn hasCompanySignIn={false} onSignedIn={onSignedIn} />}
          </>
        )}
        <Text>{t(isRecovery ? "console.secondFactor.recoveryHint" : "console.secondFactor.codeHint")}</Text>
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <CodeField
          error={fields?.code}
          isRecovery={isRecovery}
          key={String(isRecovery)}
          onChange={setCode}
          value={code}
        />
        <Checkbox
          checked={remember}
          label={t("console.secondFactor.remember")}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button fullWidth loading={signIn.isPending} size="md" type="submit">
          {t("console.login.submit")}
        </Button>
        {hasApp && (
          <Anchor component="button" onClick={toggleRecovery} size="sm" type="button" w="fit-content">
            {t(isRecovery ? "console.secondFactor.byApp" : "console.secondFactor.byRecovery")}
          </Anchor>
        )}
      </Stack>
    </Form>
  );
}

/** Sets up the second factor that the user's role requires, before signing in. */
function SetUpStep({ onSignedIn, onBack }: StepProps) {
  const t = useTranslate();
  const [done, setDone] = useState<{ user: CurrentUser; recoveryCodes: string[] }>();
  const secret = useQuery({
    queryKey: ["requiredFactor"],
    queryFn: ({ signal }) => call(startRequiredFactor, { body: {} }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (done) return <RecoveryCodes codes={done.recoveryCodes} onDone={() => onSignedIn(done.user)} />;
  if (secret.isPending) return <Skeleton height={320} />;
  if (secret.isLoadingError) return <ErrorState onRetry={() => void secret.refetch()} error={secret.error} />;
  return (
    <>
      <Text>{t("console.secondFactor.setUpHint")}</Text>
      <TotpSetUp
        confirm={(code) => call(confirmRequiredFactor, { body: { code } })}
        onConfirmed={setDone}
        onRefused={onBack}
        secret={secret.data}
      />
    </>
  );
}
