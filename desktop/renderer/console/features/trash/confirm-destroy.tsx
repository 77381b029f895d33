import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { TrashRow } from "#contract/privacy/privacy-trash.ts";
import { Form } from "../../components/form.tsx";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import { useTranslate } from "../../lib/language.ts";
import { countPeople } from "./trash-actions.ts";

interface ConfirmDestroyProps {
  readonly rows: readonly TrashRow[];
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Second confirmation of an irreversible destruction: the user types the number of people. */
export function ConfirmDestroy({ rows, isBusy, onConfirm, onCancel }: ConfirmDestroyProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const people = countPeople(rows);
  const submit = () => {
    if (typed.trim() === String(people)) onConfirm();
    else setError(t("console.trash.typeAgain", { people }));
  };
  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Alert color="red" title={t("console.trash.ask", { people })}>
          <Text size="sm">{t("console.trash.askText", { visits: rows.length })}</Text>
        </Alert>
        <TextInput
          autoComplete="off"
          error={error}
          inputMode="numeric"
          label={t("console.trash.type", { people })}
          maw={320}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
          ref={focusOnMount}
          value={typed}
        />
        <Group gap="xs">
          <Button color="red" loading={isBusy} type="submit">
            {t("console.trash.destroyPeople", { people })}
          </Button>
          <Button onClick={onCancel} variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
