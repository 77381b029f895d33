import { TextInput } from "@mantine/core";
import type { ChangeEvent } from "react";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** Recovery codes contain letters and have no autofill. */
  readonly isRecovery?: boolean;
}

/** Input for a one-time code or a recovery code; spaces are ignored. */
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
