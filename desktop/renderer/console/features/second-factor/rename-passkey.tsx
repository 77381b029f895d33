import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { maxPasskeyName, type PasskeyAnswer, renamePasskey } from "#contract/people/passkeys.ts";
import { Form } from "../../components/form.tsx";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";

export function RenamePasskey({
  passkey,
  onDone,
}: {
  readonly passkey: PasskeyAnswer;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const [name, setName] = useState(passkey.name);
  const save = useMutation({
    mutationFn: () => call(renamePasskey, { params: { id: String(passkey.id) }, body: { name } }),
    onSuccess: onDone,
  });
  const refused = save.error instanceof CallError ? save.error.fields?.name : undefined;
  return (
    <Form isBusy={save.isPending} onSubmit={() => save.mutate()}>
      <Stack gap="md" maw={360}>
        <TextInput
          autoFocus
          error={refused}
          label={t("console.secondFactor.passkeyName")}
          maxLength={maxPasskeyName}
          onChange={(event) => setName(event.currentTarget.value)}
          value={name}
        />
        <Group gap="xs">
          <Button loading={save.isPending} type="submit">
            {t("console.secondFactor.passkeySave")}
          </Button>
          <Button onClick={onDone} variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
