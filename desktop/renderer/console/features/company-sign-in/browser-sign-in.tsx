import { Alert, Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type CurrentUser, logInByAppCode } from "#contract/people/account.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  /** Whether the site has company sign-in; it is then named on the button. */
  readonly isCompany: boolean;
  readonly onSignedIn: (user: CurrentUser) => void;
}

/** Signs in to the desktop app through the system browser, for passkeys and company accounts. */
export function BrowserSignIn({ isCompany, onSignedIn }: Props) {
  const t = useTranslate();
  const begin = useMutation({ mutationFn: async () => (await desktopApp?.beginSignIn()) ?? false });
  const enter = useMutation({
    mutationFn: async () => {
      const body = await desktopApp?.takeSignIn();
      return body ? call(logInByAppCode, { body }) : undefined;
    },
    onSuccess: (user) => user && onSignedIn(user),
  });
  const latest = useRef(enter.mutate);
  useEffect(() => {
    latest.current = enter.mutate;
  });
  useEffect(() => desktopApp?.onSignIn(() => latest.current()), []);
  const refused = enter.error instanceof CallError ? enter.error : undefined;
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
        loading={begin.isPending || enter.isPending}
        onClick={() => begin.mutate()}
        size="md"
        type="button"
        variant="default"
      >
        {t(isCompany ? "console.companySignIn.button" : "console.companySignIn.browser")}
      </Button>
      {begin.data && !enter.isPending && (
        <Text aria-live="polite" c="dimmed" size="sm">
          {t("console.companySignIn.waiting")}
        </Text>
      )}
    </>
  );
}
