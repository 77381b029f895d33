import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "../lib/api.ts";
import { failureText } from "../lib/failures.ts";
import { useTranslate } from "../lib/language.ts";
import { Form } from "./form.tsx";
import { PasswordField } from "./password-field.tsx";

interface Props {
  /** Label of the confirmed action. */
  readonly label: string;
  readonly onConfirm: (input: { currentPassword: string; name: string }) => Promise<void>;
  readonly onCancel: () => void;
  readonly nameField?: { readonly label: string; readonly hint: string; readonly maxLength: number };
}

/** Asks for the password again before sensitive actions, in case the console was left unattended. */
export function PasswordPrompt({ label, nameField, onConfirm, onCancel }: Props) {
  const t = useTranslate();
  const [currentPassword, setPassword] = useState("");
  const [name, setName] = useState("");
  const confirm = useMutation({ mutationFn: onConfirm, gcTime: 0 });
  const { error } = confirm;
  const fields = error instanceof CallError ? error.fields : undefined;
  const otherError = error ? failureText(error) : undefined;
  return (
    <Form isBusy={confirm.isPending} onSubmit={() => confirm.mutate({ currentPassword, name })}>
      <Stack gap="md" maw={360}>
        {nameField && (
          <TextInput
            autoFocus
            description={nameField.hint}
            error={fields?.name}
            label={nameField.label}
            maxLength={nameField.maxLength}
            onChange={(event) => setName(event.currentTarget.value)}
            required
            value={name}
          />
        )}
        <PasswordField
          autoComplete="current-password"
          autoFocus={!nameField}
          error={fields ? (fields.currentPassword ?? fields._) : otherError}
          label={t("console.profile.currentPassword")}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          value={currentPassword}
        />
        <Group gap="xs">
          <Button loading={confirm.isPending} type="submit">
            {label}
          </Button>
          <Button onClick={onCancel} variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
