/** Reading and exporting the log of events (docs/decisions/privacy/events.md). */
import type { Knex } from "knex";
import { emptyPage, type Page } from "#api/paging.ts";
import { periodOfDays } from "#contract/dates.ts";
import { deepest } from "#contract/lists.ts";
import type { EventExport, EventQuery } from "#contract/privacy/events.ts";
import { type EventRow, eventRows } from "#db/queries/events.ts";
import { hostsNamed } from "#db/queries/host-users/by-name.ts";
import { nameSearch } from "#db/queries/names.ts";

type Wanted = Omit<EventQuery, "page" | "size" | "sort">;

/** A page of the log. @param timezone IANA name of the site's zone, whose days are asked for */
export async function readEvents(
  db: Knex,
  { q, kind, hostUser, subject, subjectId, ...days }: Wanted,
  page: Pick<EventQuery, "page" | "size" | "sort">,
  timezone: string,
): Promise<Page<EventRow>> {
  const { from, to, isPossible } = periodOfDays(days, timezone);
  const search = q === undefined ? undefined : nameSearch(q);
  const hostUsers = search && (await hostsNamed(db, search));
  if (!isPossible || (q !== undefined && !hostUsers?.length)) return emptyPage;
  return eventRows(db, { from, to, kind, hostUser, hostUsers, subject, subjectId }, page);
}

/** All matching rows for the export, newest first. */
export const readForExport = async (
  db: Knex,
  { reason: _, ...wanted }: EventExport,
  timezone: string,
): Promise<EventRow[]> => (await readEvents(db, wanted, { page: 1, size: deepest }, timezone)).rows;

/** Characters that begin a formula in spreadsheets; in East Asian locales their full-width forms, too. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** Escapes a cell against formula injection. */
function cell(value: unknown): string {
  const text =
    value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** CSV with a byte order mark, which Excel needs for Korean. */
export const toCsv = (rows: readonly (readonly unknown[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
