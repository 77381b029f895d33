import { Button, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslate } from "../lib/language.ts";

interface Props {
  readonly value: string;
  /** Label of the field. */
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly description?: string;
  /** Label of the button: "Copy link". */
  readonly children: ReactNode;
  /** Shown when the browser cannot copy and the value is selected instead. */
  readonly copyManuallyHint: string;
}

/** A read-only value with a copy button. */
export function CopyField({
  value,
  label,
  isLabelHidden = false,
  description,
  children,
  copyManuallyHint,
}: Props) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    // no clipboard access (plain http): select the value for copying by keyboard
    if (error) field.current?.select();
  }, [error]);
  return (
    <>
      <TextInput
        aria-label={label}
        description={description}
        label={isLabelHidden ? undefined : label}
        onFocus={(event) => event.currentTarget.select()}
        readOnly
        ref={field}
        value={value}
      />
      <Button
        leftSection={copied ? <IconCheck aria-hidden size={16} /> : <IconCopy aria-hidden size={16} />}
        onClick={() => copy(value)}
        w="fit-content"
      >
        {copied ? t("console.shell.copied") : children}
      </Button>
      {error && <Text size="sm">{copyManuallyHint}</Text>}
    </>
  );
}
