import { Alert, Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type CurrentUser, logInByAppCode } from "#contract/people/account.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  /** Whether the site has company sign-in; it is then named on the button. */
  readonly hasCompanySignIn: boolean;
  readonly onSignedIn: (user: CurrentUser) => void;
}

/** Signs in to the desktop app through the system browser, for passkeys and company accounts. */
export function BrowserSignIn({ hasCompanySignIn, onSignedIn }: Props) {
  const t = useTranslate();
  const begin = useMutation({ mutationFn: async () => (await desktopApp?.beginSignIn()) ?? false });
  const signIn = useMutation({
    mutationFn: async () => {
      const body = await desktopApp?.takeSignIn();
      return body ? call(logInByAppCode, { body }) : undefined;
    },
    onSuccess: (user) => user && onSignedIn(user),
  });
  const latestSignIn = useRef(signIn.mutate);
  useEffect(() => {
    latestSignIn.current = signIn.mutate;
  });
  useEffect(() => desktopApp?.onSignIn(() => latestSignIn.current()), []);
  const refused = signIn.error instanceof CallError ? signIn.error : undefined;
  const problem = begin.data === false ? t("console.companySignIn.notOpened") : refused?.fields?._;
  return (
    <>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Button
        fullWidth
        loading={begin.isPending || signIn.isPending}
        onClick={() => begin.mutate()}
        size="md"
        type="button"
        variant="default"
      >
        {t(hasCompanySignIn ? "console.companySignIn.button" : "console.companySignIn.browser")}
      </Button>
      {begin.data && !signIn.isPending && (
        <Text aria-live="polite" c="dimmed" size="sm">
          {t("console.companySignIn.waiting")}
        </Text>
      )}
    </>
  );
}
