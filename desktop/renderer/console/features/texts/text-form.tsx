import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { bracketsIn } from "#contract/site/set-up.ts";
import { Form, FormFooter } from "../../components/form.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import type { Unsaved } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";

interface TextFormProps<T extends Record<string, string>> {
  readonly form: DraftForm<T>;
  readonly unsaved: Unsaved;
  readonly isPending: boolean;
  readonly submit: () => void;
  /** A stored text can only be saved once it has changed. */
  readonly isStored: boolean;
  /** See `useTextForm`. */
  readonly conflict: { readonly take: () => void; readonly keep: () => void } | undefined;
  /** The text in both languages. */
  readonly texts: readonly string[];
  readonly children: ReactNode;
}

/** Form of a text, with notices about conflicts, restored drafts and unfilled placeholders. */
export function TextForm<T extends Record<string, string>>(props: TextFormProps<T>) {
  const { form, unsaved, isPending, submit, isStored, conflict, texts, children } = props;
  const t = useTranslate();
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        {conflict ? <ConflictNotice {...conflict} /> : <RestoredDraft form={form} />}
        <Placeholders texts={texts} />
        {children}
        <FormFooter unsaved={unsaved}>
          <Button disabled={isStored && !form.isChanged} loading={isPending} type="submit">
            {t(isStored ? "console.texts.save" : "console.texts.saveDraft")}
          </Button>
          {form.isChanged && (
            <Text c="dimmed" role="status" size="sm">
              {t("console.texts.changed")}
            </Text>
          )}
        </FormFooter>
      </Stack>
    </Form>
  );
}

const maxListed = 8;

/** Warns about placeholders of a template that are still in the text. */
function Placeholders({ texts }: { readonly texts: readonly string[] }) {
  const t = useTranslate();
  const placeholders = bracketsIn(...texts);
  if (placeholders.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      <Text fw={600}>{t("console.texts.blanks", { count: placeholders.length })}</Text>
      {placeholders.slice(0, maxListed).join(" ")}
      {placeholders.length > maxListed && " …"}
    </Alert>
  );
}

/** Notice of a restored draft, with a button to discard it. */
function RestoredDraft<T extends Record<string, unknown>>({ form }: { readonly form: DraftForm<T> }) {
  const t = useTranslate();
  const [wasRestored] = useState(form.isChanged);
  if (!wasRestored || !form.isChanged) return null;
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

interface ConflictNoticeProps {
  readonly take: () => void;
  readonly keep: () => void;
}

/** Notice that a colleague saved the text meanwhile: continue with their version or with the input. */
function ConflictNotice({ take, keep }: ConflictNoticeProps) {
  const t = useTranslate();
  return (
    <Alert color="yellow" role="alert">
      <Group justify="space-between">
        <Text size="sm">{t("console.texts.conflict")}</Text>
        <Group gap="xs">
          <Button onClick={take} size="compact-sm" variant="default">
            {t("console.texts.takeTheirs")}
          </Button>
          <Button onClick={keep} size="compact-sm" variant="default">
            {t("console.texts.keepMine")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
