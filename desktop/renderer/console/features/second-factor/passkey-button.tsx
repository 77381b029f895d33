import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { CurrentUser } from "#contract/people/account.ts";
import { CallError } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { logInWithPasskey } from "./webauthn.ts";

interface Props {
  readonly isStep?: boolean;
  readonly remember?: boolean;
  readonly isFirst?: boolean;
  readonly onSignedIn: (user: CurrentUser) => void;
  readonly onRefused: (message: string) => void;
}

/** Signs in with a passkey. */
export function PasskeyButton({
  isStep = false,
  remember = false,
  isFirst = false,
  onSignedIn,
  onRefused,
}: Props) {
  const t = useTranslate();
  const signIn = useMutation({
    mutationFn: () => logInWithPasskey({ isStep, remember }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof CallError && error.fields?._) onRefused(error.fields._);
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
