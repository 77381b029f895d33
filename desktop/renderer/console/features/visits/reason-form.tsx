import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useEffect } from "react";
import { useTranslate } from "../../lib/language.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import type { PlainAction } from "./use-visit-action.ts";

interface Props {
  readonly action: PlainAction;
  readonly visitId: number;
  readonly isRequired: boolean;
  readonly isPending: boolean;
  /** What the server said to the last try. */
  readonly error: unknown;
  readonly onSubmit: (text: string | undefined) => void;
  readonly onCancel: () => void;
}

/** Names what was typed for an action and not sent yet. */
export const reasonDraft = (action: PlainAction, visitId: number): string => `${action}-${visitId}`;

/** A few words with an action: a reason, or a note where none is needed. */
export function ReasonForm({ action, visitId, isRequired, isPending, error, onSubmit, onCancel }: Props) {
  const t = useTranslate();
  const form = useDraftForm(reasonDraft(action, visitId), { reason: "" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is taken up once
  useEffect(() => {
    if (error) form.refuse(error);
  }, [error]);
  const submit = form.onSubmit(({ reason }) => {
    if (isRequired && reason.trim() === "") return form.setFieldError("reason", t("error.required"));
    onSubmit(reason.trim() || undefined);
  });
  const cancel = () => {
    form.forget();
    onCancel();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          autosize
          data-autofocus
          label={t(isRequired ? `console.reason.${action as "reject" | "revert"}` : "console.reason.note")}
          maxRows={8}
          minRows={3}
          ref={(field) => field?.focus()}
          required={isRequired}
          {...form.getInputProps("reason")}
        />
        <Group gap="xs">
          <Button color={action === "reject" ? "red" : undefined} loading={isPending} type="submit">
            {t(`console.action.${action}`)}
          </Button>
          <Button onClick={cancel} variant="default">
            {t("console.frame.close")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
