/** The site's working hours, on its own clock (docs/behaviour.md, "Working hours"). */
import { addDays, fromInstant, toInstant } from "#contract/dates.ts";
import type { Configuration } from "#db/models/configuration.ts";

export interface WorkingHours
  extends Pick<Configuration, "timezone" | "workFrom" | "workUntil" | "workDays"> {
  /** Days off besides those of the week, YYYY-MM-DD. */
  readonly daysOff: ReadonlySet<string>;
}

/** How far back somebody looks. No company is closed for so long. */
export const maxDaysBack = 60;

/** ISO day of the week, 1 is Monday. */
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const isWorkingDay = (day: string, { workDays, daysOff }: Pick<WorkingHours, "workDays" | "daysOff">) =>
  workDays.includes(weekday(day)) && !daysOff.has(day);

/**
 * When as much working time had still to pass until now: what began then, or earlier, has waited so long.
 * @param milliseconds of working time, more than none
 * @returns undefined where there was not so much of it in `maxDaysBack` days
 */
export function workingTimeBefore(now: Date, milliseconds: number, hours: WorkingHours): Date | undefined {
  const { timezone, workFrom, workUntil } = hours;
  let left = milliseconds;
  let day = fromInstant(now, timezone).slice(0, 10);
  for (let back = 0; back <= maxDaysBack; back++, day = addDays(day, -1)) {
    if (!isWorkingDay(day, hours)) continue;
    const opens = toInstant(`${day} ${workFrom}`, timezone).getTime();
    const closes = Math.min(toInstant(`${day} ${workUntil}`, timezone).getTime(), now.getTime());
    const open = Math.max(0, closes - opens);
    if (open >= left) return new Date(closes - left);
    left -= open;
  }
  return undefined;
}
