import { Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PlainForm } from "../../components/form.tsx";
import { FormFoot } from "../../components/form-foot.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { DraftForm } from "../../lib/use-draft-form.ts";
import type { Unsaved } from "../../lib/use-unsaved.ts";
import { Overtaken } from "./conflict-notice.tsx";
import { Blanks } from "./placeholders.tsx";
import { KeptDraft } from "./restored-draft.tsx";

interface Props<T extends Record<string, string>> {
  /** See `useTextForm`. */
  readonly form: DraftForm<T>;
  readonly unsaved: Unsaved;
  readonly isPending: boolean;
  readonly submit: () => void;
  /** It is stored, and saved only once something is changed. */
  readonly isStored: boolean;
  /** See `useTextForm`. */
  readonly overtaken: { readonly take: () => void; readonly keep: () => void } | undefined;
  /** What visitors will read, in both languages. */
  readonly texts: readonly string[];
  readonly children: ReactNode;
}

/** A text while it is written: what was kept of it, what is still to be filled in, its fields, and saving. */
export function TextForm<T extends Record<string, string>>(props: Props<T>) {
  const { form, unsaved, isPending, submit, isStored, overtaken, texts, children } = props;
  const t = useTranslate();
  return (
    <PlainForm onSubmit={submit}>
      <Stack gap="md">
        {overtaken ? <Overtaken {...overtaken} /> : <KeptDraft form={form} />}
        <Blanks texts={texts} />
        {children}
        <FormFoot unsaved={unsaved}>
          <Button disabled={isStored && !form.isChanged} loading={isPending} type="submit">
            {t(isStored ? "console.texts.save" : "console.texts.saveDraft")}
          </Button>
          {form.isChanged && (
            <Text c="dimmed" role="status" size="sm">
              {t("console.texts.changed")}
            </Text>
          )}
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
