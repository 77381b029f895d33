import "@mantine/dates/styles.css";
import "dayjs/locale/ko";
import { DatePicker } from "@mantine/dates";
import { formatLongDay, formatMonth } from "#browser/formats.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./calendar.module.css";
import type { DayBounds } from "./parse-day-time.ts";

const labels = [
  ...(["previousMonth", "nextMonth", "previousYear", "nextYear"] as const),
  ...(["previousDecade", "nextDecade"] as const),
];

interface Props extends DayBounds {
  /** "YYYY-MM-DD", or empty. */
  readonly value: string;
  /** Today at the site. */
  readonly today: string;
  readonly onChange: (day: string) => void;
}

/** Date picker in the console's language; focuses the selected day or today. */
export function Calendar({ value, today, min, max, onChange }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const focused = value || today;
  return (
    <div className={styles.calendar} ref={focusDay}>
      <DatePicker
        ariaLabels={Object.fromEntries(labels.map((label) => [label, t(`console.calendar.${label}`)]))}
        defaultDate={focused}
        firstDayOfWeek={0}
        getDayAriaLabel={(day) => formatLongDay(day, language)}
        getDayProps={(day) => ({
          ...(day === focused && { "data-autofocus": true }),
          ...(day === today && { "aria-current": "date" as const }),
        })}
        locale={language}
        maxDate={max}
        minDate={min}
        monthLabelFormat={(day) => formatMonth(day, language)}
        onChange={(day) => day !== null && onChange(day)}
        value={value || null}
        weekendDays={[0]}
      />
    </div>
  );
}

/** The popover has no element to focus if this lazy component loads later. */
const focusDay = (box: HTMLDivElement | null) =>
  box?.querySelector<HTMLButtonElement>("[data-autofocus]")?.focus();
