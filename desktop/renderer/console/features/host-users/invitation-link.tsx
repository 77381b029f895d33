import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslate } from "../../lib/language.ts";
import type { Invited } from "./invited.ts";

/** A link to hand to somebody, once: it is not shown again. */
export function InvitationLink({ invited }: { readonly invited: Invited }) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    // without a clipboard (plain http): chosen, so that it is one key to copy it
    if (error) field.current?.select();
  }, [error]);
  return (
    <Alert
      aria-label={t("console.hostUsers.invitation", { name: invited.name })}
      color="brand"
      p="sm"
      title={t("console.hostUsers.invitation", { name: invited.name })}
    >
      <Stack gap="xs">
        <TextInput
          aria-label={t("console.hostUsers.link")}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          ref={field}
          value={invited.url}
        />
        <Button
          leftSection={copied ? <IconCheck aria-hidden size={16} /> : <IconCopy aria-hidden size={16} />}
          onClick={() => copy(invited.url)}
          w="fit-content"
        >
          {t(copied ? "console.hostUsers.copied" : "console.hostUsers.copy")}
        </Button>
        {error && <Text size="sm">{t("console.hostUsers.copyByHand")}</Text>}
        <Text size="sm">{t("console.hostUsers.linkHint", { until: invited.expiresAt })}</Text>
      </Stack>
    </Alert>
  );
}
