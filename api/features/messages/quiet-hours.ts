/** When a message may go out (docs/decisions/messages/notices.md). */
import { addDays, fromInstant, toInstant } from "#contract/dates.ts";
import type { Configuration } from "#db/models/configuration.ts";

export type QuietHours = Pick<Configuration, "timezone" | "quietFrom" | "quietUntil">;

/** When the quiet hours of an instant end; undefined where it is in none. */
function quietEnd(now: Date, { timezone, quietFrom, quietUntil }: QuietHours): Date | undefined {
  if (quietFrom === "") return undefined;
  const wall = fromInstant(now, timezone);
  const [day, time] = [wall.slice(0, 10), wall.slice(11)];
  const isOverMidnight = quietFrom > quietUntil;
  const isEvening = time >= quietFrom && (isOverMidnight || time < quietUntil);
  const isMorning = isOverMidnight && time < quietUntil;
  if (!isEvening && !isMorning) return undefined;
  return toInstant(`${isEvening && isOverMidnight ? addDays(day, 1) : day} ${quietUntil}`, timezone);
}

/** When a message about a visit goes out: what would come too late for its start does not wait. */
export function dueAt(now: Date, hours: QuietHours, startAt: Date): Date {
  const end = quietEnd(now, hours);
  return end !== undefined && startAt > end ? end : now;
}
