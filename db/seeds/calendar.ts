/**
 * The demonstration counts in minutes of the site's clock, from midnight of the day it is shown on:
 * 570 is half past nine today, 570 - day the same time yesterday. A fraction holds the seconds.
 */
import { fromInstant, toInstant } from "#contract/dates.ts";

export const zone = "Asia/Seoul";

/** Minutes of a day. Seoul changes no clocks, so that every day has as many. */
export const day = 24 * 60;

export const clock = (hour: number, minute = 0): number => hour * 60 + minute;

/** The day, counted from today, that a minute belongs to. */
export const dayOf = (minutes: number): number => Math.floor(minutes / day);

/** Rounds down to the ten-minute step of the form. */
export const stepped = (minutes: number): number => Math.floor(minutes / 10) * 10;

export class Calendar {
  /** "YYYY-MM-DD" */
  readonly today: string;
  /** Minutes since midnight. */
  readonly minute: number;
  readonly #midnight: number;

  constructor(now: Date) {
    this.today = fromInstant(now, zone).slice(0, 10);
    this.#midnight = toInstant(`${this.today} 00:00`, zone).getTime();
    this.minute = (now.getTime() - this.#midnight) / 60_000;
  }

  at(minutes: number): Date {
    return new Date(this.#midnight + Math.round(minutes * 60) * 1000);
  }

  /** "YYYY-MM-DD" */
  dateOf(minutes: number): string {
    return fromInstant(this.at(minutes), zone).slice(0, 10);
  }
}
