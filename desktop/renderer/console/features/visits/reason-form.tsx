import { Button, Checkbox, Group, Stack, Textarea } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";

interface ReasonFormProps {
  readonly draftKey: string;
  readonly label: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly color?: "red" | undefined;
  readonly isRequired: boolean;
  readonly isPending: boolean;
  /** Error of the last submission. */
  readonly error: unknown;
  /** Shown above the field. */
  readonly children?: ReactNode;
  /** Offers to show the reason to the visitor. */
  readonly canShow?: boolean;
  /** @param showReason whether the visitor may read it */
  readonly onSubmit: (text: string | undefined, showReason: boolean) => void;
  readonly onCancel: () => void;
}

/** Draft key of an action's reason. */
export const reasonKey = (action: string, visitId: number): string => `${action}-${visitId}`;

/** Asks for the reason of an action, or for an optional note. */
export function ReasonForm(props: ReasonFormProps) {
  const {
    draftKey,
    label,
    action,
    color,
    isRequired,
    isPending,
    error,
    children,
    canShow,
    onSubmit,
    onCancel,
  } = props;
  const t = useTranslate();
  const form = useDraftForm(draftKey, { reason: "", showReason: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per error
  useEffect(() => {
    if (error) form.showServerErrors(error);
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
          ref={focusOnMount}
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
            {t("console.shell.close")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
