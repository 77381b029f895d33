import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { OpenVisit } from "#contract/visits/day-closings.ts";
import { ConfirmButton, OnlineButton } from "../../components/buttons.tsx";
import { DateTimeField } from "../../components/dates/date-time-field.tsx";
import { Form } from "../../components/form.tsx";
import { useTranslate } from "../../lib/language.ts";
import { isApplicable, isInside, type OpenVisitAction, useOpenVisitAction } from "./use-open-visit-action.ts";

interface Props {
  readonly chosen: readonly OpenVisit[];
  /** The site's clock, "YYYY-MM-DD HH:mm". */
  readonly now: string;
  /** Gets the refused rows, which stay selected. */
  readonly onDone: (refused: readonly OpenVisit[]) => void;
}

/** Actions on the selected visits; each applies to those that allow it. */
export function BulkActions({ chosen, now, onDone }: Props) {
  const t = useTranslate();
  const [isCheckingOut, setCheckingOut] = useState(false);
  const apply = useOpenVisitAction((refused) => {
    setCheckingOut(false);
    onDone(refused);
  });
  const rowsFor = (name: Parameters<typeof isApplicable>[1]) =>
    chosen.filter((row) => isApplicable(row, name));
  const leaving = rowsFor("left");
  const losing = rowsFor("lost");
  const overnight = rowsFor("overnight");
  const overnightEnd = rowsFor("overnightEnd");
  return (
    <Paper aria-label={t("console.closing.chosenRows")} component="section" p="sm" radius="lg" withBorder>
      <Stack gap="sm">
        <Text fw={600} role="status">
          {t("console.closing.chosen", { count: chosen.length })}
        </Text>
        {isCheckingOut ? (
          <CheckOutForm
            isBusy={apply.isPending}
            now={now}
            onCancel={() => setCheckingOut(false)}
            onSubmit={(action) => apply.mutate({ rows: leaving, action })}
            rows={leaving}
          />
        ) : (
          <Group gap="xs">
            <Button disabled={leaving.length === 0} onClick={() => setCheckingOut(true)}>
              {t("console.closing.left")}
            </Button>
            <OnlineButton
              disabled={overnight.length === 0}
              loading={apply.isPending}
              onClick={() =>
                apply.mutate({ rows: overnight, action: { kind: "overnight", overnight: true } })
              }
              variant="default"
            >
              {t("console.closing.overnight")}
            </OnlineButton>
            {overnightEnd.length > 0 && (
              <OnlineButton
                loading={apply.isPending}
                onClick={() =>
                  apply.mutate({ rows: overnightEnd, action: { kind: "overnight", overnight: false } })
                }
                variant="default"
              >
                {t("console.closing.overnightEnd")}
              </OnlineButton>
            )}
            <ConfirmButton
              disabled={losing.length === 0}
              isBusy={apply.isPending}
              label={t("console.closing.lost")}
              onConfirm={() => apply.mutate({ rows: losing, action: { kind: "lost" } })}
              question={t("console.closing.lostAsk", {
                passes: losing.flatMap(({ passes }) => passes.map(({ passNo }) => passNo)).join(", "),
              })}
            />
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface CheckOutFormProps {
  readonly rows: readonly OpenVisit[];
  readonly now: string;
  readonly isBusy: boolean;
  readonly onSubmit: (action: OpenVisitAction) => void;
  readonly onCancel: () => void;
}

/** Time of leaving, and whether the passes were returned. */
function CheckOutForm({ rows, now, isBusy, onSubmit, onCancel }: CheckOutFormProps) {
  const t = useTranslate();
  const [isNow, setNow] = useState(true);
  const [at, setAt] = useState(`${now.slice(0, 15)}0`);
  const [passReturned, setPassReturned] = useState(true);
  const [carPassReturned, setCarPassReturned] = useState(true);
  const holds = (ofVehicle: boolean) =>
    rows.some(({ passes }) => passes.some(({ vehicle }) => vehicle === ofVehicle));
  const leftAt = isNow ? undefined : at;
  return (
    <Form isBusy={isBusy} onSubmit={() => onSubmit({ kind: "left", leftAt, passReturned, carPassReturned })}>
      <Stack gap="sm">
        {rows.some(isInside) && (
          <Checkbox
            checked={isNow}
            label={t("console.closing.leftNow")}
            onChange={(event) => setNow(event.currentTarget.checked)}
          />
        )}
        {!isNow && (
          <DateTimeField
            label={t("console.closing.leftAt")}
            max={now.slice(0, 10)}
            onChange={setAt}
            path="leftAt"
            value={at}
          />
        )}
        {holds(false) && (
          <Checkbox
            checked={passReturned}
            label={t("console.closing.passReturned")}
            onChange={(event) => setPassReturned(event.currentTarget.checked)}
          />
        )}
        {holds(true) && (
          <Checkbox
            checked={carPassReturned}
            label={t("console.closing.carPassReturned")}
            onChange={(event) => setCarPassReturned(event.currentTarget.checked)}
          />
        )}
        <Group gap="xs">
          <OnlineButton loading={isBusy} type="submit">
            {t("console.closing.leftSubmit", { count: rows.length })}
          </OnlineButton>
          <Button onClick={onCancel} variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
