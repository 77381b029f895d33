/** Reading the access log (docs/behaviour.md, "Privacy"). */
import type { Knex } from "knex";
import { type QueryBuilder, raw } from "objection";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { hostIdsNamed, nameSearch } from "#api/name-search.ts";
import { emptyPage, type Page, pageOf, readSort } from "#api/paging.ts";
import { fromInstant, periodOfDays } from "#contract/dates.ts";
import type { AccessQuery, AccessRow } from "#contract/privacy/access-log.ts";
import { AccessLog } from "#db/models/logs.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { logAccess } from "./log-access.ts";

const columns = ["id", "at", "hostUserId", "apiKeyId", "address", "action", "visitIds", "reason"] as const;

export interface AccessLogRow extends Pick<AccessLog, (typeof columns)[number] | "hostUser" | "apiKey"> {
  readonly byNumber: boolean;
}

type LogQuery = QueryBuilder<AccessLog>;

/** A page of matching rows, newest first by default. */
function pageOfLog(
  db: Knex,
  matching: LogQuery,
  { sort = "-at", ...page }: Pick<AccessQuery, "page" | "size"> & { readonly sort?: AccessQuery["sort"] },
): Promise<Page<AccessLogRow>> {
  const { direction } = readSort(sort);
  matching
    .select(...columns, raw("person_hash IS NOT NULL").as("byNumber"))
    .modify("withActor")
    .orderBy("at", direction)
    .orderBy("id", direction);
  return pageOf<AccessLog, AccessLogRow>(db, matching, page);
}

/** Rows about visits or a person are few: found by index first, because PostgreSQL would otherwise scan the log by time. */
const rowsAbout = (db: Knex, narrow: (query: LogQuery) => void): LogQuery =>
  AccessLog.query(db)
    .withMaterialized("about", AccessLog.query(db).modify(narrow))
    .from("about as access_log");

/** A page of the log; `q` is part of the reader's name. @param timezone IANA name of the site's zone */
export async function readAccessLog(
  db: Knex,
  query: AccessQuery,
  timezone: string,
): Promise<Page<AccessLogRow>> {
  const { from, to, isPossible } = periodOfDays(query, timezone);
  const { q, hostUser, what: action, visitId } = query;
  const search = q === undefined ? undefined : nameSearch(q);
  const hostUsers = search && (await hostIdsNamed(db, search));
  if (!isPossible || (q !== undefined && !hostUsers?.length)) return emptyPage;
  const matching =
    visitId === undefined
      ? AccessLog.query(db)
      : rowsAbout(db, (rows) => rows.where("visitIds", "@>", [visitId]));
  if (from) matching.where("at", ">=", from);
  if (to) matching.where("at", "<", to);
  if (hostUser !== undefined) matching.where({ hostUserId: hostUser });
  if (hostUsers) matching.whereIn("hostUserId", hostUsers);
  if (action !== undefined) matching.where({ action });
  return pageOfLog(db, matching, query);
}

/** Rows about visits with a number, hidden ones too, and searches for it. Logs this search, too. */
export async function searchAccess(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  reader: Reader,
  { cellPhone, ...page }: { cellPhone: string; page: number; size: number },
): Promise<Page<AccessLogRow>> {
  const hashes = cipher.hashes(cellPhone);
  const visits = await Visit.query(db).select("id").whereIn("cellHash", hashes);
  const visitIds = visits.map(({ id }) => id);
  const matching = rowsAbout(db, (rows) =>
    rows.whereIn("personHash", hashes).orWhere("visitIds", "&&", visitIds),
  );
  const found = await pageOfLog(db, matching, page);
  const [personHash] = hashes;
  await logAccess(db, reader, { visitIds: [], personHash });
  return found;
}

export const presentAccess = (
  { at, hostUserId, hostUser, apiKeyId: _, action, ...row }: AccessLogRow,
  { lang, timezone }: { lang: Language; timezone: string },
): AccessRow => ({
  ...row,
  at: fromInstant(at, timezone),
  hostUser: {
    id: hostUserId,
    name: inLanguage(lang, hostUser?.name ?? "", hostUser?.enName ?? ""),
    role: hostUser?.role ?? null,
  },
  what: action,
  visits: row.visitIds.length,
});
