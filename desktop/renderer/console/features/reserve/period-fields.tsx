import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { formatShortDay } from "#browser/formats.ts";
import { addDays, defaultEnd, isWallTime, latestEnd, type WallTime } from "#contract/dates.ts";
import { maxStayDays } from "#contract/visits/visit-actions.ts";
import { DateTimeField } from "../../components/dates/date-time-field.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { movePeriod, nextWorkday } from "./repeat-visit.ts";
import { periodOf, type ReserveValues } from "./use-reserve.ts";

interface Props {
  readonly form: DraftForm<ReserveValues>;
  /** The site's wall clock. */
  readonly now: WallTime;
  /** Offers future days, for invited visitors instead of walk-ins. */
  readonly hasDayChoices: boolean;
}

/** Period of a reservation. Until it is changed it starts now, for walk-ins. */
export function PeriodFields({ form, now, hasDayChoices }: Props) {
  const t = useTranslate();
  const { startDate, endDate } = periodOf(form.values, now);
  const isReadable = isWallTime(startDate);
  const clearErrors = () => {
    form.clearFieldError("startDate");
    form.clearFieldError("endDate");
  };
  const resetToNow = () => {
    form.setValues({ startDate: "", endDate: "" });
    clearErrors();
  };
  const changeStart = (start: string) => {
    // An end before the new start is reset to the default.
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
      {hasDayChoices && <DayChoices form={form} now={now} onChosen={clearErrors} />}
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
          earliest={startDate}
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
        <Button onClick={resetToNow} size="compact-sm" variant="default">
          {t("console.reserve.now")}
        </Button>
        <Text c="dimmed" size="sm">
          {t(form.values.startDate === "" ? "console.reserve.nowOn" : "console.reserve.nowHint")}
        </Text>
      </Group>
    </>
  );
}

/** Suggested start: the next full hour in working hours, else 10:00. */
function suggestedTime(now: WallTime): string {
  const hour = Number(now.slice(11, 13)) + 1;
  return hour >= 9 && hour <= 17 ? `${String(hour).padStart(2, "0")}:00` : "10:00";
}

interface DayChoicesProps extends Omit<Props, "hasDayChoices"> {
  readonly onChosen: () => void;
}

/** Buttons for today, the next working day and this day next week, at the selected or a suggested time. */
function DayChoices({ form, now, onChosen }: DayChoicesProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { startDate, endDate } = form.values;
  const isChosen = isWallTime(startDate);
  const today = now.slice(0, 10);
  const time = isChosen ? startDate.slice(11) : suggestedTime(now);
  const days = [today, nextWorkday(today), addDays(today, 7)].filter((day) => `${day} ${time}` > now);
  const choose = (day: string) => {
    const start = `${day} ${time}`;
    const hasPeriod = isChosen && isWallTime(endDate);
    form.setValues(hasPeriod ? movePeriod(day, { startDate, endDate }) : { startDate: start, endDate: "" });
    onChosen();
  };
  return (
    <Group aria-label={t("console.reserve.quick")} gap="xs" role="group">
      {days.map((day) => (
        <Button
          aria-pressed={startDate === `${day} ${time}`}
          className="tabular"
          key={day}
          onClick={() => choose(day)}
          px="sm"
          variant={startDate === `${day} ${time}` ? "light" : "default"}
        >
          {formatShortDay(day, language)} {time}
        </Button>
      ))}
    </Group>
  );
}
