import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { CurrentUser } from "#contract/people/account.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { CallError } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";

/** Passkeys are bound to the site's origin, which the desktop app does not have, and need HTTPS. */
export const canUsePasskeys = (): boolean => !desktopApp && "PublicKeyCredential" in window;

interface Props {
  readonly isStep?: boolean;
  readonly remember?: boolean;
  readonly isFirst?: boolean;
  readonly onSignedIn: (user: CurrentUser) => void;
  readonly onRefused: (message: string) => void;
}

/** Signs in with a passkey; loads the WebAuthn library on the first click. */
export function PasskeyButton({
  isStep = false,
  remember = false,
  isFirst = false,
  onSignedIn,
  onRefused,
}: Props) {
  const t = useTranslate();
  const signIn = useMutation({
    mutationFn: async () => {
      const { logInWithPasskey } = await import("./webauthn.ts");
      return logInWithPasskey({ isStep, remember });
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (!(error instanceof CallError)) onRefused(t("console.login.passkeyStopped"));
      else if (error.fields?._) onRefused(error.fields._);
    },
  });
  return (
    <Button
      fullWidth
      loading={signIn.isPending}
      onClick={() => signIn.mutate()}
      size="md"
      type="button"
      variant={isFirst ? "filled" : "default"}
    >
      {t("console.login.passkey")}
    </Button>
  );
}
