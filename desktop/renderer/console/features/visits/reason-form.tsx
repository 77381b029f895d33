import { Button, Checkbox, Group, Stack, Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import type { VisitAnswer } from "#contract/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { Form } from "../../components/form.tsx";
import { useTranslate } from "../../lib/language.ts";
import { useDraftForm } from "../../lib/use-form.ts";
import type { PlainAction } from "./use-visit-action.ts";

interface ReasonFormProps {
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
export function ReasonForm({
  action,
  visitId,
  isRequired,
  isPending,
  error,
  onSubmit,
  onCancel,
}: ReasonFormProps) {
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
            {t("console.frame.cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RecoveryFormProps {
  readonly visit: VisitAnswer;
  readonly isPending: boolean;
  readonly onSubmit: (returned: { passReturned: boolean; carPassReturned: boolean }) => void;
  readonly onCancel: () => void;
}

/** Which passes came back; leaving and giving the pass back are two facts. */
export function RecoveryForm({ visit, isPending, onSubmit, onCancel }: RecoveryFormProps) {
  const t = useTranslate();
  const [passReturned, setPassReturned] = useState(true);
  const [carPassReturned, setCarPassReturned] = useState(true);
  return (
    <Form onSubmit={() => onSubmit({ passReturned, carPassReturned })}>
      <Stack gap="sm">
        {visit.pass && (
          <Checkbox
            checked={passReturned}
            label={t("console.recovery.pass", { passNo: visit.pass.passNo })}
            onChange={(event) => setPassReturned(event.currentTarget.checked)}
          />
        )}
        {visit.carPass && (
          <Checkbox
            checked={carPassReturned}
            label={t("console.recovery.carPass", { passNo: visit.carPass.passNo })}
            onChange={(event) => setCarPassReturned(event.currentTarget.checked)}
          />
        )}
        <Group gap="xs">
          <OnlineButton loading={isPending} ref={(button) => button?.focus()} type="submit">
            {t("console.action.recovery")}
          </OnlineButton>
          <Button onClick={onCancel} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
