/** Finds the visits of a list: ids of a page, and the total. */

import type { Knex } from "knex";
import type { NameSearch } from "#api/name-search.ts";
import { maxCountedRows, readSort, totalOf } from "#api/paging.ts";
import { maxRow } from "#contract/lists.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { maxStayDays } from "#contract/visits/visit-actions.ts";
import type { visitSorts } from "#contract/visits/visits.ts";

/** A parsed search text. */
export type VisitText =
  /** A range of reservation numbers; `beyond` is exclusive. */
  | { readonly kind: "reserveNo"; readonly first: string; readonly beyond: string }
  /** A complete mobile number: its hash under each key. */
  | { readonly kind: "number"; readonly hashes: Buffer[] }
  /** Part of a name, company or vehicle number; or visits to these hosts; or numbers with these last four digits. */
  | {
      readonly kind: "letters";
      readonly pairs: string[];
      readonly pattern: string;
      readonly hosts: number[];
      readonly lastFour: Buffer[];
    };

export interface VisitCriteria {
  readonly statuses?: readonly StatusCode[] | undefined;
  /** Includes visitors who left and are expected again on a later day; `timezone` is an IANA name. */
  readonly orExpectedAgain?: { readonly timezone: string } | undefined;
  /** Includes approved visits of hosts who resigned. */
  readonly orHostResigned?: boolean | undefined;
  /** Only visits of these hosts. */
  readonly hosts?: readonly number[] | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
  /** Only visits that end later. */
  readonly from?: Date | undefined;
  /** Only visits that begin earlier. */
  readonly to?: Date | undefined;
  readonly text?: VisitText | undefined;
  /** Only visits that hold a pass. */
  readonly holdingPass?: boolean | undefined;
  /** Only visits whose e-mail address was rejected as unknown. */
  readonly bounced?: boolean | undefined;
}

export type VisitSort = (typeof visitSorts)[number] | `-${(typeof visitSorts)[number]}`;

export interface FoundVisits {
  /** Ids of the page, in order. */
  readonly ids: readonly number[];
  readonly total: number;
  readonly totalCapped: boolean;
}

/** Maximum length of a visit, plus a margin for daylight saving time. */
const longestStayMs = (maxStayDays + 2) * 24 * 60 * 60_000;

type Query = Knex.QueryBuilder;

type Values = readonly (string | number | Buffer)[];

/** Compares a single value by `=`, so that the index returns rows in the order of their start. */
const isOneOf = (query: Query, column: string, values: Values, type: "text" | "integer" | "bytea"): Query =>
  values.length === 1
    ? query.where(column, values[0] as string)
    : query.whereRaw(`?? = ANY(?::${type}[])`, [column, [...values] as string[]]);

/** @param startAt the column by which the query is ordered */
function narrow(query: Query, db: Knex, criteria: VisitCriteria, startAt = "v.startAt"): Query {
  const { statuses, orExpectedAgain, orHostResigned, hosts, location, purpose, from, to } = criteria;
  query.whereNull("v.hiddenAt");
  if (statuses)
    query.where((either) => {
      isOneOf(either, "v.statusCode", statuses, "text");
      // Same rule as `isExpectedAgain` in state.ts.
      if (orExpectedAgain)
        either.orWhereRaw(
          `v.status_code = 'exited' AND (coalesce(v.exited_at, v.start_at) AT TIME ZONE :timezone)::date
             < (v.end_at AT TIME ZONE :timezone)::date`,
          orExpectedAgain,
        );
      if (orHostResigned)
        either.orWhere((approved) => {
          approved
            .where("v.statusCode", "approved")
            .whereIn("v.hostUserId", db("hostUsers").select("id").where({ status: "resigned" }));
        });
    });
  if (hosts) isOneOf(query, "v.hostUserId", hosts, "integer");
  if (location !== undefined) query.where("v.locationId", location);
  if (purpose !== undefined) query.where("v.purposeId", purpose);
  if (from) query.where("v.endAt", ">", from).where(startAt, ">", new Date(from.getTime() - longestStayMs));
  if (to) query.where(startAt, "<", to);
  if (criteria.holdingPass) query.whereIn("v.id", db("passes").select("visitId").whereNotNull("visitId"));
  if (criteria.bounced) query.whereIn("v.id", db("visitEmails").select("visitId").whereNotNull("bouncedAt"));
  return query;
}

/** The first visits by their start. */
function candidates(db: Knex, criteria: VisitCriteria, direction: "ASC" | "DESC", most: number): Query {
  const { text } = criteria;
  const first = (found: Query, startAt = "v.startAt", id = "v.id") =>
    found.select({ id, startAt }).orderBy(startAt, direction).orderBy(id, direction).limit(most);
  const visits = narrow(db("visits as v"), db, criteria);
  if (!text) return first(visits);
  if (text.kind === "reserveNo")
    return first(visits.where("v.reserveNo", ">=", text.first).where("v.reserveNo", "<", text.beyond));
  if (text.kind === "number") return first(isOneOf(visits, "v.cellHash", text.hashes, "bytea"));
  const { pairs, pattern, hosts, lastFour } = text;
  const byLetters = db("visitSearch as s").whereRaw("s.pairs @> ?::text[] AND s.letters ~ ?", [
    pairs,
    pattern,
  ]);
  // Hidden visits have no row in visit_search, so a text without other criteria needs no join.
  const isTextAlone = Object.entries(criteria).every(([key, value]) => key === "text" || !value);
  if (!isTextAlone) narrow(byLetters.join("visits as v", "v.id", "s.visitId"), db, criteria, "s.startAt");
  const branches = [first(byLetters, "s.startAt", "s.visitId")];
  if (hosts.length > 0) branches.push(first(isOneOf(visits.clone(), "v.hostUserId", hosts, "integer")));
  if (lastFour.length > 0)
    branches.push(first(isOneOf(visits.clone(), "v.cellLastFourHash", lastFour, "bytea")));
  return db
    .from(db.union(branches, true).as("branches"))
    .select("id", "startAt")
    .orderBy("startAt", direction)
    .orderBy("id", direction)
    .limit(most);
}

/** Not prepared, because common and rare letters need different plans. */
const withoutPreparing = <Row>(query: Knex.QueryBuilder<object, Row>) => query.options({ isUnnamed: true });

/**
 * Counts the first visits by start up to a limit, and returns a page of them. Any other order sorts the 10,000 visits that start
 * last.
 */
export async function findVisits(
  db: Knex,
  criteria: VisitCriteria,
  { page, size, sort }: { readonly page: number; readonly size: number; readonly sort: VisitSort },
): Promise<FoundVisits> {
  const { column, direction } = readSort<(typeof visitSorts)[number]>(sort);
  const paging = { page, size };
  const isByStart = column === "startDate";
  const found = isByStart
    ? candidates(db, criteria, direction, maxCountedRows(paging) + 1)
    : candidates(db, criteria, "DESC", maxRow + 1);
  const ids = isByStart
    ? db("found").select("id").orderBy("startAt", direction).orderBy("id", direction)
    : db("found")
        .join("visits as v", "v.id", "found.id")
        .select("v.id")
        .orderBy(`v.${column === "endDate" ? "endAt" : column}`, direction)
        .orderBy("v.id", direction);
  const query = db
    .withMaterialized("found", found)
    .select({ total: db("found").count("*") })
    .select(db.raw("ARRAY(?) AS ids", [ids.limit(size).offset((page - 1) * size)]));
  const [row] = criteria.text?.kind === "letters" ? await withoutPreparing(query) : await query;
  return { ids: row.ids, ...totalOf(row.total, paging) };
}

/** Number of latest visits that are searched for previous visitors. */
const maxPreviousVisits = 1_000;

/**
 * The latest entered visits whose visitor's name contains the text, newest first.
 * @param hosts restricts visits to these hosts; undefined for all
 */
export function findEnteredByName(
  db: Knex,
  { pairs, pattern }: NameSearch,
  hosts: readonly number[] | undefined,
): Promise<{ id: number; name: string; cellHash: Buffer | null; company: string }[]> {
  const found: Query = db("visitSearch as s")
    .join("visits as v", "v.id", "s.visitId")
    .select("v.id", "v.name", "v.cellHash", "v.company")
    .whereNull("v.hiddenAt")
    .whereNotNull("v.enteredAt")
    .whereRaw("s.pairs @> ?::text[] AND search_text(v.name) ~ ?", [pairs, pattern])
    .orderBy("s.startAt", "desc")
    .orderBy("v.id", "desc")
    .limit(maxPreviousVisits);
  if (hosts) isOneOf(found, "v.hostUserId", hosts, "integer");
  return withoutPreparing(found);
}
