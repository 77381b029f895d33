import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { VisitAnswer } from "#contract/visits.ts";
import { PlainForm } from "../../components/form.tsx";
import { OnlineButton } from "../../components/online-button.tsx";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly isPending: boolean;
  readonly onSubmit: (returned: { passReturned: boolean; carPassReturned: boolean }) => void;
  readonly onCancel: () => void;
}

/** Which passes came back; leaving and giving the pass back are two facts. */
export function RecoveryForm({ visit, isPending, onSubmit, onCancel }: Props) {
  const t = useTranslate();
  const [passReturned, setPassReturned] = useState(true);
  const [carPassReturned, setCarPassReturned] = useState(true);
  return (
    <PlainForm onSubmit={() => onSubmit({ passReturned, carPassReturned })}>
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
    </PlainForm>
  );
}
