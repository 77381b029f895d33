/** Reads reports of closed days. */
import type { Knex } from "knex";
import { raw } from "objection";
import { type Page, pageOf, readSort } from "#api/paging.ts";
import type { DayClosingQuery } from "#contract/visits/day-closings.ts";
import { DayClosing } from "#db/models/visits/day-closing.ts";
import { Visit } from "#db/models/visits/visit.ts";

/** A visit as a report names it. */
export interface ClosedVisit {
  readonly id: number;
  /** Null once the visit was hidden or destroyed. */
  readonly reserveNo: string | null;
}

const openItems = ["inside", "overnight", "passesOut", "carPassesOut"] as const;

const columns = [
  ...(["id", "day", "closedBy", "closedAt", "reopenedBy", "reopenedAt", "reopenReason"] as const),
  ...openItems,
];

interface NamedClosing extends Pick<DayClosing, (typeof columns)[number]> {
  readonly closedByName: string;
  readonly closedByEnName: string;
  readonly reopenedByName: string | null;
  readonly reopenedByEnName: string | null;
}

export type DayClosingRow = Omit<NamedClosing, (typeof openItems)[number]> &
  Readonly<Record<(typeof openItems)[number], ClosedVisit[]>>;

const closings = (db: Knex) =>
  DayClosing.query(db)
    .select(columns.map((name) => `dayClosings.${name}`))
    .select("closer.name as closedByName", "closer.enName as closedByEnName")
    .select("reopener.name as reopenedByName", "reopener.enName as reopenedByEnName")
    .joinRelated("closer")
    .leftJoinRelated("reopener");

/** Adds the reservation numbers of the reports' visits. */
async function withVisits(db: Knex, rows: readonly NamedClosing[]): Promise<DayClosingRow[]> {
  const ids = new Set(rows.flatMap((row) => openItems.flatMap((item) => row[item])));
  const visits = await Visit.query(db)
    .select("id", "reserveNo")
    .modify("withIds", [...ids])
    .whereNull("hiddenAt");
  const numbers = new Map(visits.map(({ id, reserveNo }) => [id, reserveNo]));
  const named = (visitIds: readonly number[]) =>
    visitIds.map((id) => ({ id, reserveNo: numbers.get(id) ?? null }));
  return rows.map((row) => ({
    ...row,
    inside: named(row.inside),
    overnight: named(row.overnight),
    passesOut: named(row.passesOut),
    carPassesOut: named(row.carPassesOut),
  }));
}

/** A page of the reports, reopened ones too; `q` is part of the name of the user who closed. */
export async function dayClosingRows(
  db: Knex,
  { sort = "-day", q, from, to, ...page }: DayClosingQuery,
): Promise<Page<DayClosingRow>> {
  const { direction } = readSort(sort);
  const fits = closings(db).orderBy("day", direction).orderBy("dayClosings.id", direction);
  if (from) fits.where("day", ">=", from);
  if (to) fits.where("day", "<=", to);
  if (q !== undefined)
    fits.where(
      raw("position(search_text(?) IN search_text(closer.name || ' ' || closer.en_name))", [q]),
      ">",
      0,
    );
  const { rows, ...counts } = await pageOf<DayClosing, NamedClosing>(db, fits, page);
  return { rows: await withVisits(db, rows), ...counts };
}

export async function dayClosingRow(db: Knex, id: number): Promise<DayClosingRow | undefined> {
  const rows = await closings(db).where("dayClosings.id", id).castTo<NamedClosing[]>();
  return (await withVisits(db, rows))[0];
}

/** The report that closes a day; undefined while the day is open. @param day YYYY-MM-DD */
export async function closingOfDay(db: Knex, day: string): Promise<DayClosingRow | undefined> {
  const rows = await closings(db).where({ day, reopenedAt: null }).castTo<NamedClosing[]>();
  return (await withVisits(db, rows))[0];
}
