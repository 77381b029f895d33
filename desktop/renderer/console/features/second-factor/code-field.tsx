import { TextInput } from "@mantine/core";
import type { ChangeEvent } from "react";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** A recovery code has letters, and no app that fills it in. */
  readonly isRecovery?: boolean;
}

/** Where the code of an authenticator app is typed, pasted or filled in; spaces in it do not matter. */
export function CodeField({ value, onChange, error, isRecovery = false }: Props) {
  const t = useTranslate();
  return (
    <TextInput
      autoCapitalize={isRecovery ? "characters" : "none"}
      autoComplete={isRecovery ? "off" : "one-time-code"}
      autoFocus
      data-autofocus
      error={error}
      inputMode={isRecovery ? "text" : "numeric"}
      label={t(isRecovery ? "console.secondFactor.recoveryCode" : "console.secondFactor.code")}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)}
      required
      spellCheck={false}
      value={value}
      withAsterisk={false}
    />
  );
}
