import * as z from "zod/mini";
import { addMinutes } from "#contract/dates.ts";
import { idParam } from "../../components/table/list-search.ts";

export const offlineDays = ["yesterday", "today", "tomorrow"] as const;

export type OfflineDay = (typeof offlineDays)[number];

const search = z.object({
  day: z.catch(z.optional(z.enum(offlineDays)), undefined),
  /** Whose badge. */
  visit: idParam,
});

export type OfflineSearch = z.output<typeof search>;

export const parseOfflineSearch = (raw: Record<string, unknown>): OfflineSearch => search.parse(raw);

const dayMinutes = 24 * 60;
const shift: Readonly<Record<OfflineDay, number>> = {
  yesterday: -dayMinutes,
  today: 0,
  tomorrow: dayMinutes,
};

/** @param now wall time of the site. @returns "YYYY-MM-DD" */
export const dateOf = (day: OfflineDay, now: string): string => addMinutes(now, shift[day]).slice(0, 10);
