/** Reports of visits: what the rows of a period add up to. */

import type { Knex } from "knex";
import { addMinutes, toInstant } from "#contract/dates.ts";
import { daysBetween } from "#contract/visits/reports.ts";
import { planForReport } from "#db/planner.ts";
import {
  type ReportCounted,
  type ReportNames,
  type ReportRow,
  reportNames,
  reportRows,
} from "#db/queries/reports.ts";

export interface Report {
  readonly rows: ReportRow[];
  readonly names: ReportNames;
  /** First and last day, "YYYY-MM-DD". */
  readonly from: string;
  readonly to: string;
}

/** Every day from one to another, and `more` after it. */
export const daysOf = (from: string, to: string, more = 0): string[] =>
  Array.from({ length: daysBetween(from, to) + more }, (_, n) =>
    addMinutes(`${from} 00:00`, n * 24 * 60).slice(0, 10),
  );

/**
 * @param days the first and the last, of the site's calendar; no more than a year, as the contract has it
 * @param timezone IANA name of the site's zone
 */
export async function readReport(
  db: Knex,
  { from, to }: { from: string; to: string },
  timezone: string,
): Promise<Report> {
  const midnights = daysOf(from, to, 1).map((day) => toInstant(`${day} 00:00`, timezone));
  return db.transaction(async (trx) => {
    await planForReport(trx);
    const rows = await reportRows(trx, { firstDay: from, lastDay: to, midnights, timezone });
    return { rows, names: await reportNames(trx, rows), from, to };
  });
}

const nothing: ReportCounted = {
  visits: 0,
  arrived: 0,
  noShow: 0,
  open: 0,
  companions: 0,
  sameDay: 0,
  online: 0,
  stays: 0,
  stayMinutes: 0,
};

const names = Object.keys(nothing) as (keyof ReportCounted)[];

/** All of them together. */
export function addUp(rows: readonly ReportCounted[]): ReportCounted {
  const sum = { ...nothing };
  for (const row of rows) for (const name of names) sum[name] += row[name];
  return sum;
}

/** Rows with the same key as one, in the order in which the keys come first. */
export function addUpBy<Key>(
  rows: readonly ReportRow[],
  keyOf: (row: ReportRow) => Key,
): { key: Key; counted: ReportCounted }[] {
  const groups = new Map<string, { key: Key; rows: ReportRow[] }>();
  for (const row of rows) {
    const key = keyOf(row);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(text, group);
  }
  return [...groups.values()].map(({ key, rows: same }) => ({ key, counted: addUp(same) }));
}
