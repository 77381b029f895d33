import { Button, Group, Text } from "@mantine/core";
import { formatPeriod } from "#browser/formats.ts";
import type { WallTime } from "#contract/dates.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { isBlank } from "./people.ts";
import styles from "./reserve.module.css";
import { periodOf, type ReserveValues } from "./use-reserve.ts";

interface Props {
  readonly form: DraftForm<ReserveValues>;
  /** The site's wall clock. */
  readonly now: WallTime;
  readonly isPending: boolean;
  readonly asksHost: boolean;
  /** It was filled from an earlier visit: when and how many are said before it is sent. */
  readonly isAgain: boolean;
}

/** What sends a reservation, on a phone always in sight. */
export function ReserveFoot({ form, now, isPending, asksHost, isAgain }: Props) {
  const t = useTranslate();
  const { startDate, endDate } = periodOf(form.values, now);
  const people = form.values.companions.filter((one) => !isBlank(one)).length;
  return (
    <Group className={styles.foot} gap="xs">
      {isAgain && (
        <Text fw={600} size="sm" w="100%">
          {formatPeriod(startDate, endDate)}
          {people > 0 && ` · ${t("console.reserve.people", { count: people + 1 })}`}
        </Text>
      )}
      <Button loading={isPending} size="md" type="submit">
        {t(asksHost ? "console.reserve.submitAsk" : "console.reserve.submit")}
      </Button>
      {form.isChanged && (
        <Button disabled={isPending} onClick={form.forget} size="md" variant="default">
          {t("console.reserve.clear")}
        </Button>
      )}
    </Group>
  );
}
