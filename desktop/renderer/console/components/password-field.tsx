import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslate } from "../lib/language.ts";

/** A password that can be looked at, by keyboard too, and that tells a screen reader when it was refused. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  const t = useTranslate();
  return (
    <PasswordInput
      aria-invalid={error ? true : undefined}
      error={error}
      visibilityToggleButtonProps={{ "aria-label": t("console.login.showPassword"), tabIndex: 0 }}
      {...props}
    />
  );
}
