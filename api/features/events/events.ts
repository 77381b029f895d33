/** Reads and exports the event log (docs/decisions/privacy/events.md). */
import type { Knex } from "knex";
import { hostOfDetail } from "#api/auth/auth-context.ts";
import { hostIdsNamed, nameSearch } from "#api/name-search.ts";
import { emptyPage, type Page, pageOf, readSort } from "#api/paging.ts";
import { periodOfDays } from "#contract/dates.ts";
import { maxRow } from "#contract/lists.ts";
import type { EventExport, EventQuery } from "#contract/privacy/events.ts";
import { EventEntry } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";

const columns = [
  ...(["id", "at", "kind", "hostUserId", "apiKeyId", "address", "call"] as const),
  ...(["subject", "subjectId", "detail", "before", "after"] as const),
];

export interface EventRow extends Pick<EventEntry, (typeof columns)[number] | "hostUser" | "apiKey"> {
  /** The host on whose behalf the caller acted. */
  readonly onBehalfOf: Pick<HostUser, "id" | "name" | "enName"> | null;
}

/** Replaces the detail of a deputy's call with the host. */
async function withHosts(db: Knex, rows: readonly EventEntry[]): Promise<EventRow[]> {
  const idOf = ({ kind, detail }: EventEntry) => (kind === "call" ? hostOfDetail(detail) : undefined);
  const ids = [...new Set(rows.flatMap((row) => idOf(row) ?? []))];
  const hosts =
    ids.length > 0 ? await HostUser.query(db).select("id", "name", "enName").modify("withIds", ids) : [];
  return rows.map((row) => {
    const onBehalfOf = hosts.find(({ id }) => id === idOf(row)) ?? null;
    return { ...row, detail: onBehalfOf ? "" : row.detail, onBehalfOf };
  });
}

/** A page of the log, newest first by default. @param timezone IANA name of the site's zone, in which days are given */
export async function readEvents(
  db: Knex,
  { q, kind, hostUser, subject, subjectId, ...days }: Omit<EventQuery, "page" | "size" | "sort">,
  { sort = "-at", ...page }: Pick<EventQuery, "page" | "size" | "sort">,
  timezone: string,
): Promise<Page<EventRow>> {
  const { from, to, isPossible } = periodOfDays(days, timezone);
  const search = q === undefined ? undefined : nameSearch(q);
  const hostUsers = search && (await hostIdsNamed(db, search));
  if (!isPossible || (q !== undefined && !hostUsers?.length)) return emptyPage;
  const { direction } = readSort(sort);
  const matching = EventEntry.query(db)
    .select(...columns)
    .modify("withActor")
    .orderBy("at", direction)
    .orderBy("id", direction);
  if (from) matching.where("at", ">=", from);
  if (to) matching.where("at", "<", to);
  if (kind) matching.where({ kind });
  if (hostUser !== undefined) matching.modify("ofPerson", hostUser);
  if (hostUsers) matching.whereIn("hostUserId", hostUsers);
  if (subject !== undefined) matching.where({ subject });
  if (subjectId !== undefined) matching.where({ subjectId });
  const { rows, ...counts } = await pageOf(db, matching, page);
  return { rows: await withHosts(db, rows), ...counts };
}

/** All matching rows for the export, newest first. */
export const readForExport = async (
  db: Knex,
  { reason: _, ...query }: EventExport,
  timezone: string,
): Promise<EventRow[]> => (await readEvents(db, query, { page: 1, size: maxRow }, timezone)).rows;

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
