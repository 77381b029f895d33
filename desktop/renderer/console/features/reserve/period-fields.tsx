import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { defaultEnd, isWallTime, latestEnd, type WallTime } from "#contract/dates.ts";
import { maxStayDays } from "#contract/visits/visit-actions.ts";
import { DateTimeField } from "../../components/dates/date-time-field.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { periodOf, type ReserveValues } from "./use-reserve.ts";

interface Props {
  readonly form: DraftForm<ReserveValues>;
  /** The site's wall clock. */
  readonly now: WallTime;
}

/** From when to when; from now on until somebody chooses, because a walk-in stands there. */
export function PeriodFields({ form, now }: Props) {
  const t = useTranslate();
  const { startDate, endDate } = periodOf(form.values, now);
  const isReadable = isWallTime(startDate);
  const clearErrors = () => {
    form.clearFieldError("startDate");
    form.clearFieldError("endDate");
  };
  /** The times follow the clock again. */
  const beginNow = () => {
    form.setValues({ startDate: "", endDate: "" });
    clearErrors();
  };
  const changeStart = (start: string) => {
    // The end moves along until it was chosen; an end that would be over before the start follows again.
    const isChosen = form.values.endDate !== "" && form.values.endDate > start;
    form.setValues({ startDate: start, endDate: isChosen ? form.values.endDate : "" });
    clearErrors();
  };
  const changeEnd = (end: string) => {
    form.setValues({
      startDate,
      endDate: isReadable && end === defaultEnd(startDate, maxStayDays) ? "" : end,
    });
    clearErrors();
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateTimeField
          error={form.errors.startDate}
          label={t("console.visit.start")}
          min={now.slice(0, 10)}
          onChange={changeStart}
          path="startDate"
          value={startDate}
        />
        <DateTimeField
          error={form.errors.endDate}
          label={t("console.visit.end")}
          max={isReadable ? latestEnd(startDate, maxStayDays).slice(0, 10) : undefined}
          min={isReadable ? startDate.slice(0, 10) : undefined}
          onChange={changeEnd}
          isEnd
          path="endDate"
          value={endDate}
        />
      </SimpleGrid>
      <Group gap="xs">
        <Button onClick={beginNow} size="compact-sm" variant="default">
          {t("console.reserve.now")}
        </Button>
        <Text c="dimmed" size="sm">
          {t(form.values.startDate === "" ? "console.reserve.nowOn" : "console.reserve.nowHint")}
        </Text>
      </Group>
    </>
  );
}
