import type { UseFormReturnType } from "@mantine/form";
import { shortestPassword } from "#contract/account.ts";
import { PasswordField } from "../../components/password-field.tsx";
import { useTranslate } from "../../lib/language.ts";

type Passwords = Readonly<Record<"newPassword" | "confirmPassword", string>>;

interface Props {
  readonly form: Pick<UseFormReturnType<Passwords>, "key" | "getInputProps">;
}

/** A new password, twice. */
export function NewPassword({ form }: Props) {
  const t = useTranslate();
  return (["newPassword", "confirmPassword"] as const).map((name) => (
    <PasswordField
      autoComplete="new-password"
      description={
        name === "newPassword" ? t("console.account.newPasswordHint", { count: shortestPassword }) : undefined
      }
      key={form.key(name)}
      label={t(`console.account.${name}`)}
      required
      {...form.getInputProps(name)}
    />
  ));
}
