import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../../components/buttons.tsx";
import { Form } from "../../../components/form.tsx";
import { focusOnMount } from "../../../lib/focus-on-mount.ts";
import { useTranslate } from "../../../lib/language.ts";
import { recoveryKey } from "../labels.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly isPending: boolean;
  readonly onSubmit: (returned: { passReturned: boolean; carPassReturned: boolean }) => void;
  readonly onCancel: () => void;
}

/** Asks which passes were returned; a visitor can leave without returning a pass. */
export function RecoveryForm({ visit, isPending, onSubmit, onCancel }: Props) {
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
          <OnlineButton data-autofocus loading={isPending} ref={focusOnMount} type="submit">
            {t(recoveryKey(visit))}
          </OnlineButton>
          <Button onClick={onCancel} variant="default">
            {t("console.shell.close")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
