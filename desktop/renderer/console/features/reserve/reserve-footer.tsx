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
  /** Filled from an earlier visit: shows period and number of people for confirmation. */
  readonly isRepeat: boolean;
}

/** Submit and reset buttons; sticky on phones. */
export function ReserveFooter({ form, now, isPending, asksHost, isRepeat }: Props) {
  const t = useTranslate();
  const { startDate, endDate } = periodOf(form.values, now);
  const companionCount = form.values.companions.filter((person) => !isBlank(person)).length;
  return (
    <Group className={styles.footer} gap="xs">
      {isRepeat && (
        <Text fw={600} size="sm" w="100%">
          {formatPeriod(startDate, endDate)}
          {companionCount > 0 && ` · ${t("console.reserve.people", { count: companionCount + 1 })}`}
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
