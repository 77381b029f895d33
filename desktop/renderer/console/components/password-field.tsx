import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslate } from "../lib/language.ts";

/** Password input with a toggle that the keyboard can reach, and `aria-invalid` for errors. */
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
