import { Button, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslate } from "../lib/language.ts";

interface Props {
  readonly value: string;
  /** Names the field, above it unless the words around it do. */
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly description?: string;
  /** What the button says: "Copy link". */
  readonly children: ReactNode;
  /** Said where the browser copies nothing by itself, and the value is chosen. */
  readonly byHand: string;
}

/** Something to take along, read-only, with the button that copies it. */
export function CopyField({ value, label, isLabelHidden = false, description, children, byHand }: Props) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    // without a clipboard (plain http): chosen, so that it is one key to copy it
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
      {error && <Text size="sm">{byHand}</Text>}
    </>
  );
}
