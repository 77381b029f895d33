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
  const [isLeaving, setLeaving] = useState(false);
  const marks = useOpenVisitAction((refused) => {
    setLeaving(false);
    onDone(refused);
  });
  const rowsFor = (mark: Parameters<typeof isApplicable>[1]) =>
    chosen.filter((row) => isApplicable(row, mark));
  const leaving = rowsFor("left");
  const losing = rowsFor("lost");
  const overnight = rowsFor("overnight");
  const overnightEnd = rowsFor("overnightEnd");
  const begin = (rows: readonly OpenVisit[], mark: OpenVisitAction) => marks.mutate({ rows, mark });
  return (
    <Paper aria-label={t("console.closing.chosenRows")} component="section" p="sm" radius="lg" withBorder>
      <Stack gap="sm">
        <Text fw={600} role="status">
          {t("console.closing.chosen", { count: chosen.length })}
        </Text>
        {isLeaving ? (
          <LeftForm
            isBusy={marks.isPending}
            now={now}
            onCancel={() => setLeaving(false)}
            onLeft={(mark) => begin(leaving, mark)}
            rows={leaving}
          />
        ) : (
          <Group gap="xs">
            <Button disabled={leaving.length === 0} onClick={() => setLeaving(true)}>
              {t("console.closing.left")}
            </Button>
            <OnlineButton
              disabled={overnight.length === 0}
              loading={marks.isPending}
              onClick={() => begin(overnight, { kind: "overnight", overnight: true })}
              variant="default"
            >
              {t("console.closing.overnight")}
            </OnlineButton>
            {overnightEnd.length > 0 && (
              <OnlineButton
                loading={marks.isPending}
                onClick={() => begin(overnightEnd, { kind: "overnight", overnight: false })}
                variant="default"
              >
                {t("console.closing.overnightEnd")}
              </OnlineButton>
            )}
            <ConfirmButton
              disabled={losing.length === 0}
              isBusy={marks.isPending}
              label={t("console.closing.lost")}
              onConfirm={() => begin(losing, { kind: "lost" })}
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

interface LeftFormProps {
  readonly rows: readonly OpenVisit[];
  readonly now: string;
  readonly isBusy: boolean;
  readonly onLeft: (mark: OpenVisitAction) => void;
  readonly onCancel: () => void;
}

/** Time of leaving, and whether the passes were returned. */
function LeftForm({ rows, now, isBusy, onLeft, onCancel }: LeftFormProps) {
  const t = useTranslate();
  const [isNow, setNow] = useState(true);
  const [at, setAt] = useState(`${now.slice(0, 15)}0`);
  const [passReturned, setPass] = useState(true);
  const [carPassReturned, setCarPass] = useState(true);
  const holds = (ofVehicle: boolean) =>
    rows.some(({ passes }) => passes.some(({ vehicle }) => vehicle === ofVehicle));
  const leftAt = isNow ? undefined : at;
  return (
    <Form isBusy={isBusy} onSubmit={() => onLeft({ kind: "left", leftAt, passReturned, carPassReturned })}>
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
            onChange={(event) => setPass(event.currentTarget.checked)}
          />
        )}
        {holds(true) && (
          <Checkbox
            checked={carPassReturned}
            label={t("console.closing.carPassReturned")}
            onChange={(event) => setCarPass(event.currentTarget.checked)}
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
