import { Button, Checkbox, Group, Stack, Textarea } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { Form } from "../../components/form.tsx";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { recoveryKey } from "./labels.ts";

interface ReasonFormProps {
  /** Names what was typed and not sent yet. */
  readonly draft: string;
  readonly label: string;
  /** What the button says. */
  readonly action: string;
  readonly color?: "red" | undefined;
  readonly isRequired: boolean;
  readonly isPending: boolean;
  /** What the server said to the last try. */
  readonly error: unknown;
  /** What has to be known before. */
  readonly children?: ReactNode;
  /** Offers to let the visitor read it. */
  readonly canShow?: boolean;
  /** @param showReason the visitor may read it */
  readonly onSubmit: (text: string | undefined, showReason: boolean) => void;
  readonly onCancel: () => void;
}

/** Names what was typed for an action and not sent yet. */
export const reasonDraft = (action: string, visitId: number): string => `${action}-${visitId}`;

/** A few words with an action: a reason, or a note where none is needed. */
export function ReasonForm(props: ReasonFormProps) {
  const { draft, label, action, color, isRequired, isPending, error, children, canShow, onSubmit, onCancel } =
    props;
  const t = useTranslate();
  const form = useDraftForm(draft, { reason: "", showReason: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is taken up once
  useEffect(() => {
    if (error) form.refuse(error);
  }, [error]);
  const submit = form.onSubmit(({ reason, showReason }) => {
    if (isRequired && reason.trim() === "") return form.setFieldError("reason", t("error.required"));
    onSubmit(reason.trim() || undefined, showReason);
  });
  const cancel = () => {
    form.forget();
    onCancel();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {children}
        <Textarea
          autosize
          data-autofocus
          label={label}
          maxRows={8}
          minRows={3}
          ref={(field) => field?.focus()}
          required={isRequired}
          {...form.getInputProps("reason")}
        />
        {canShow && (
          <Checkbox
            description={t("console.reason.showHint")}
            label={t("console.reason.show")}
            {...form.getInputProps("showReason", { type: "checkbox" })}
          />
        )}
        <Group gap="xs">
          <Button color={color} loading={isPending} type="submit">
            {action}
          </Button>
          <Button onClick={cancel} variant="default">
            {t("console.shell.cancel")}
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
          <OnlineButton data-autofocus loading={isPending} ref={(button) => button?.focus()} type="submit">
            {t(recoveryKey(visit))}
          </OnlineButton>
          <Button onClick={onCancel} variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
