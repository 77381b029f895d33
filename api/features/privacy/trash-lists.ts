/** The trash and the destruction register as they are read; reading the trash is logged. */
import type { Knex } from "knex";
import { type QueryBuilder, raw } from "objection";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { emptyPage, type Page, pageOf, readSort } from "#api/paging.ts";
import { fromInstant, periodOfDays } from "#contract/dates.ts";
import type { RegisterQuery, TrashQuery, trashBlocks } from "#contract/privacy/privacy-trash.ts";
import { DestructionRegister } from "#db/models/visits/erasure.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { Accessed } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { type ReadText, readText } from "../visits/search-text.ts";
import { visitsHoldingPasses } from "../visits/with-locked-visit.ts";
import { isOpen } from "./visit-groups.ts";

const trashColumns = [
  ...(["id", "reserveNo", "name", "company", "leaderId", "startAt", "endAt"] as const),
  ...(["statusCode", "hiddenAt", "destroyOn"] as const),
];

export interface TrashVisitRow extends Pick<Visit, (typeof trashColumns)[number]> {
  /** Cancelled companions count here: they are destroyed with the visit. */
  readonly followersCnt: number;
  readonly blocked: (typeof trashBlocks)[number] | null;
}

const sortColumns = { destroyOn: "destroyOn", startDate: "startAt", name: "name" } as const;

/** Hidden visits are in no search index; the trash is small. */
function narrowByText(visits: QueryBuilder<Visit>, text: NonNullable<ReadText["text"]>): void {
  if (text.kind === "reserveNo")
    visits.where("reserveNo", ">=", text.first).where("reserveNo", "<", text.beyond);
  else if (text.kind === "number") visits.whereIn("cellHash", text.hashes);
  else
    visits.where((either) =>
      either
        .where(raw("visit_letters(name, company, car_number)"), "~", text.pattern)
        .orWhereIn("hostUserId", text.hosts)
        .orWhereIn("cellLastFourHash", text.lastFour),
    );
}

/** Adds each visit's companions, and what keeps it from being destroyed. */
async function withBlocks(db: Knex, visits: readonly Visit[]): Promise<TrashVisitRow[]> {
  const ids = visits.map(({ id }) => id);
  const companions = await Visit.query(db).select("id", "leaderId", "statusCode").whereIn("leaderId", ids);
  const holders = await visitsHoldingPasses(db, [...ids, ...companions.map(({ id }) => id)]);
  const isBlocked = ({ id, statusCode }: Pick<Visit, "id" | "statusCode">) =>
    isOpen({ statusCode, holdsPass: holders.has(id) });
  return visits.map((visit) => {
    const led = companions.filter(({ leaderId }) => leaderId === visit.id);
    const isNotOver = isOpen({ statusCode: visit.statusCode, holdsPass: false });
    const own = isNotOver ? "open" : holders.has(visit.id) ? "passOut" : null;
    return { ...visit, followersCnt: led.length, blocked: own ?? (led.some(isBlocked) ? "companion" : null) };
  });
}

/** A page of visits that are due or hidden, those due first. */
async function trashRows(
  db: Knex,
  { sort = "destroyOn", state, ...page }: Pick<TrashQuery, "page" | "size" | "sort" | "state">,
  {
    today,
    from,
    to,
    text,
  }: {
    readonly today: string;
    readonly from: Date | undefined;
    readonly to: Date | undefined;
    readonly text: ReadText["text"];
  },
): Promise<Page<TrashVisitRow>> {
  const { column, way } = readSort(sort);
  const fits = Visit.query(db)
    .select(...trashColumns)
    .where((either) => {
      if (state?.includes("due") ?? true)
        either.orWhere((due) => due.where("destroyOn", "<=", today).whereNull("hiddenAt"));
      if (state?.includes("soft") ?? true) either.orWhereNotNull("hiddenAt");
    })
    .orderBy([
      { column: sortColumns[column], order: way },
      { column: "id", order: way },
    ]);
  if (from) fits.where("endAt", ">", from);
  if (to) fits.where("startAt", "<", to);
  if (text) narrowByText(fits, text);
  const { rows, ...counts } = await pageOf(db, fits, page);
  return { rows: await withBlocks(db, rows), ...counts };
}

/** A page of the trash; `from` and `to` are days that the visit's period touches. @param timezone IANA name of the site's zone */
export async function readTrash(
  { db, cipher, limits }: Pick<Deps, "db" | "cipher" | "limits">,
  reader: Reader,
  query: TrashQuery,
  timezone: string,
) {
  const today = fromInstant(reader.at, timezone).slice(0, 10);
  const { from, to, isPossible } = periodOfDays(query, timezone);
  const read = query.q === undefined ? undefined : await readText(db, cipher, query.q);
  const isEmpty = !isPossible || (read && !read.text);
  const found = isEmpty
    ? emptyPage
    : await limitMisses({ limits }, reader, read, () =>
        trashRows(db, query, { today, from, to, text: read?.text }),
      );
  const rows = await Accessed.record(db, reader, found.rows, ({ id }) => [id], {
    personHash: read?.personHash,
  });
  return { ...found, rows, today };
}

const registerColumns = [
  ...(["id", "at", "actorKind", "hostUserId", "reason"] as const),
  ...(["visitIds", "persons", "messages", "retentionDays"] as const),
];

export interface RegisterRow extends Pick<DestructionRegister, (typeof registerColumns)[number]> {
  readonly actorName: string | null;
  readonly actorEnName: string | null;
}

/** A page of the register, which holds nothing personal; `q` is part of the name of the user who destroyed. */
export async function readRegister(
  db: Knex,
  { sort = "-at", why, q, from: firstDay, to: lastDay, ...page }: RegisterQuery,
  timezone: string,
): Promise<Page<RegisterRow>> {
  const { from, to, isPossible } = periodOfDays({ from: firstDay, to: lastDay }, timezone);
  if (!isPossible) return emptyPage;
  const { way } = readSort(sort);
  const fits = DestructionRegister.query(db)
    .select(registerColumns.map((name) => `destructionRegister.${name}`))
    .select("actor.name as actorName", "actor.enName as actorEnName")
    .leftJoinRelated("actor")
    .orderBy([
      { column: "at", order: way },
      { column: "destructionRegister.id", order: way },
    ]);
  if (from) fits.where("at", ">=", from);
  if (to) fits.where("at", "<", to);
  if (why) fits.whereIn("reason", why);
  if (q !== undefined)
    fits.where(
      raw("position(search_text(?) IN search_text(actor.name || ' ' || actor.en_name))", [q]),
      ">",
      0,
    );
  return pageOf<DestructionRegister, RegisterRow>(db, fits, page);
}
