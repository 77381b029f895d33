/** Reports of visits: what the rows of a period add up to. */

import type { Knex } from "knex";
import { addDays, dayStart } from "#contract/dates.ts";
import { daysBetween } from "#contract/visits/reports.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Company, UserCode } from "#db/models/reference-record.ts";
import { type ReportCounted, type ReportRow, reportRows } from "./queries.ts";

export interface ReportNames {
  /** Places and purposes. */
  readonly codes: Pick<UserCode, "id" | "name" | "enName">[];
  readonly hosts: Pick<HostUser, "id" | "companyId" | "department">[];
  readonly companies: Pick<Company, "id" | "name" | "enName">[];
}

/** What the ids of the rows stand for. */
async function reportNames(db: Knex, rows: readonly ReportRow[]): Promise<ReportNames> {
  const hostIds = new Set(rows.flatMap(({ hostUserId }) => hostUserId ?? []));
  return {
    codes: await UserCode.query(db).select("id", "name", "enName"),
    hosts: await HostUser.query(db)
      .select("id", "companyId", "department")
      .modify("withIds", [...hostIds]),
    companies: await Company.query(db).select("id", "name", "enName"),
  };
}

export interface Report {
  readonly rows: ReportRow[];
  readonly names: ReportNames;
  /** First and last day, "YYYY-MM-DD". */
  readonly from: string;
  readonly to: string;
}

/** Every day from one to another. */
export const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) }, (_, n) => addDays(from, n));

/**
 * @param days the first and the last, of the site's calendar; no more than a year, as the contract has it
 * @param timezone IANA name of the site's zone
 */
export async function readReport(
  db: Knex,
  { from, to }: { from: string; to: string },
  timezone: string,
): Promise<Report> {
  const begin = dayStart(from, timezone);
  const end = dayStart(addDays(to, 1), timezone);
  const rows = await reportRows(db, { firstDay: from, lastDay: to, from: begin, to: end, timezone });
  return { rows, names: await reportNames(db, rows), from, to };
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
