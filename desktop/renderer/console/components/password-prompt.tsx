import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "../lib/api.ts";
import { useTranslate } from "../lib/language.ts";
import { Form } from "./form.tsx";
import { PasswordField } from "./password-field.tsx";

interface Props {
  /** Label of the confirmed action. */
  readonly label: string;
  readonly act: (given: { currentPassword: string; name: string }) => Promise<void>;
  readonly onCancel: () => void;
  /** Additional name field. */
  readonly named?: { readonly label: string; readonly hint: string; readonly maxLength: number };
}

/** Asks for the password again before sensitive actions, in case the console was left unattended. */
export function PasswordPrompt({ act, label, onCancel, named }: Props) {
  const t = useTranslate();
  const [currentPassword, setPassword] = useState("");
  const [name, setName] = useState("");
  const work = useMutation({ mutationFn: act, gcTime: 0 });
  const refused = work.error instanceof CallError ? work.error : undefined;
  const other = work.error && (refused?.fields ? refused.fields._ : work.error.message);
  return (
    <Form isBusy={work.isPending} onSubmit={() => work.mutate({ currentPassword, name })}>
      <Stack gap="md" maw={360}>
        {named && (
          <TextInput
            autoFocus
            description={named.hint}
            error={refused?.fields?.name}
            label={named.label}
            maxLength={named.maxLength}
            onChange={(event) => setName(event.currentTarget.value)}
            required
            value={name}
          />
        )}
        <PasswordField
          autoComplete="current-password"
          autoFocus={!named}
          error={refused?.fields?.currentPassword ?? other}
          label={t("console.profile.currentPassword")}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          value={currentPassword}
        />
        <Group gap="xs">
          <Button loading={work.isPending} type="submit">
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
