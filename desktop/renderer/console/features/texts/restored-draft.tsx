import { Alert, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../lib/language.ts";
import type { DraftForm } from "../../lib/use-draft-form.ts";

/** Says that what is shown was typed before and never saved, and offers to go back to what is stored. */
export function KeptDraft<T extends Record<string, unknown>>({ form }: { readonly form: DraftForm<T> }) {
  const t = useTranslate();
  const [wasKept] = useState(form.isChanged);
  if (!wasKept || !form.isChanged) return null;
  return (
    <Alert color="blue" role="status">
      <Group justify="space-between">
        <Text size="sm">{t("console.texts.kept")}</Text>
        <Button onClick={form.forget} size="compact-sm" variant="default">
          {t("console.texts.forget")}
        </Button>
      </Group>
    </Alert>
  );
}
