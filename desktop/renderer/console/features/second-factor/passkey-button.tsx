import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { CurrentUser } from "#contract/people/account.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { CallError } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";

/** They are bound to the site's address: not in the app, whose pages have another one, and nowhere without https. */
export const canUsePasskeys = (): boolean => !desktopApp && "PublicKeyCredential" in window;

interface Props {
  readonly isStep?: boolean;
  readonly remember?: boolean;
  readonly isFirst?: boolean;
  readonly onSignedIn: (user: CurrentUser) => void;
  /** With a sentence that says why. */
  readonly onRefused: (message: string) => void;
}

/** Signs in by a passkey; its code comes with the first click. */
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
      const { logInWithPasskey } = await import("./passkey-work.ts");
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
