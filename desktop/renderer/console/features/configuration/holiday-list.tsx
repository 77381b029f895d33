import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { formatDay } from "#browser/formats.ts";
import {
  changeHoliday,
  type HolidayAnswer,
  type HolidaysAnswer,
  restoreHoliday,
} from "#contract/site/holidays.ts";
import { call } from "../../lib/api.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { cacheHolidays } from "./queries.ts";

/** The holidays of a year; each can be switched to a working day and back. */
export function HolidayList({
  holidays,
  mayChange,
}: {
  readonly holidays: HolidaysAnswer;
  readonly mayChange: boolean;
}) {
  const t = useTranslate();
  return (
    <Stack gap="xs">
      {!holidays.known && (
        <Text size="sm">{t("console.holidays.unknown", { year: String(holidays.year) })}</Text>
      )}
      {holidays.known && holidays.days.length === 0 && (
        <Text c="dimmed" size="sm">
          {t("console.holidays.none")}
        </Text>
      )}
      <ul className={styles.holidays}>
        {holidays.days.map((holiday) => (
          <HolidayRow holiday={holiday} key={holiday.day} mayChange={mayChange} />
        ))}
      </ul>
    </Stack>
  );
}

function HolidayRow({
  holiday,
  mayChange,
}: {
  readonly holiday: HolidayAnswer;
  readonly mayChange: boolean;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { day, name, off, publicName, changed } = holiday;
  const params = { day };
  const change = useMutation({
    mutationFn: () =>
      changed ? call(restoreHoliday, { params }) : call(changeHoliday, { params, body: { off: false } }),
    onSuccess: cacheHolidays,
  });
  const remove = changed && publicName === null;
  return (
    <li className={styles.holiday} data-work={!off || undefined}>
      <span className={styles.holidayName}>
        <span className={styles.holidayDay}>{formatDay(day, language)}</span>
        <span>
          {name}
          {!off && ` (${t("console.holidays.work")})`}
        </span>
      </span>
      {mayChange && (
        <Button
          aria-label={t(
            remove ? "console.holidays.removeOf" : off ? "console.holidays.workOf" : "console.holidays.offOf",
            {
              name,
              day,
            },
          )}
          loading={change.isPending}
          onClick={() => change.mutate()}
          size="compact-sm"
          variant="subtle"
        >
          {t(remove ? "console.holidays.remove" : off ? "console.holidays.toWork" : "console.holidays.toOff")}
        </Button>
      )}
    </li>
  );
}
