/** The trash: hides, restores and destroys visits (docs/behaviour.md, "Privacy"). */
import type { Knex } from "knex";
import { type QueryBuilder, raw } from "objection";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { alreadyHandled, type HttpError, invalid, notDueYet, visitStillOpen } from "#api/errors.ts";
import { inLanguage, type Language, translateStatus } from "#api/http/language.ts";
import { publishChanges, publishMessageChanges } from "#api/live/changes.ts";
import { maskName } from "#api/mask-name.ts";
import { emptyPage, type Page, pageOf, readSort } from "#api/paging.ts";
import { addDays, daysBetween, fromInstant, periodOfDays } from "#contract/dates.ts";
import {
  type Destruction,
  graceDays,
  type RegisterQuery,
  type TrashQuery,
  type TrashRow,
  type trashBlocks,
} from "#contract/privacy/privacy-trash.ts";
import { DestructionRegister } from "#db/models/visits/erasure.ts";
import { Visit, VisitLog } from "#db/models/visits/visit.ts";
import { Accessed } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { parseSearchText, type SearchText } from "../visits/search-text.ts";
import { visitsHoldingPasses } from "../visits/with-locked-visit.ts";
import { type DeletableVisit, eraseVisits, isOpen, lockGroups } from "./erase.ts";

const trashColumns = [
  ...(["id", "reserveNo", "name", "company", "leaderId", "startAt", "endAt"] as const),
  ...(["statusCode", "hiddenAt", "destroyOn"] as const),
];

interface TrashVisitRow extends Pick<Visit, (typeof trashColumns)[number]> {
  /** Includes cancelled companions, which are destroyed with the visit. */
  readonly followersCnt: number;
  readonly blocked: (typeof trashBlocks)[number] | null;
}

const sortColumns = { destroyOn: "destroyOn", startDate: "startAt", name: "name" } as const;

/** Without the search index, which has no hidden visits; the trash is small. */
function narrowByText(visits: QueryBuilder<Visit>, text: NonNullable<SearchText["text"]>): void {
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

/** Adds each visit's companions, and the reason why it cannot be destroyed yet. */
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

/**
 * Reads a page of visits that are due or hidden, and logs the access.
 * @param query `from` and `to`: days that overlap the visit's period
 * @param timezone IANA name of the site's zone
 */
export async function readTrash(
  { db, cipher, limits }: Pick<Deps, "db" | "cipher" | "limits">,
  reader: Reader,
  { sort = "destroyOn", state, q, from: firstDay, to: lastDay, ...page }: TrashQuery,
  timezone: string,
) {
  const today = fromInstant(reader.at, timezone).slice(0, 10);
  const { from, to, isPossible } = periodOfDays({ from: firstDay, to: lastDay }, timezone);
  const read = q === undefined ? undefined : await parseSearchText(db, cipher, q);
  const { column, direction } = readSort(sort);

  async function search(): Promise<Page<TrashVisitRow>> {
    const matching = Visit.query(db)
      .select(...trashColumns)
      .where((either) => {
        if (state?.includes("due") ?? true)
          either.orWhere((due) => due.where("destroyOn", "<=", today).whereNull("hiddenAt"));
        if (state?.includes("soft") ?? true) either.orWhereNotNull("hiddenAt");
      })
      .orderBy(sortColumns[column], direction)
      .orderBy("id", direction);
    if (from) matching.where("endAt", ">", from);
    if (to) matching.where("startAt", "<", to);
    if (read?.text) narrowByText(matching, read.text);
    const { rows, ...counts } = await pageOf(db, matching, page);
    return { rows: await withBlocks(db, rows), ...counts };
  }

  const isEmpty = !isPossible || (read && !read.text);
  const found = isEmpty ? emptyPage : await limitMisses({ limits }, reader, read, search);
  const personHash = read?.personHash;
  const rows = await Accessed.record(db, reader, found.rows, ({ id }) => [id], { personHash });
  return { ...found, rows, today };
}

const registerColumns = [
  ...(["id", "at", "actorKind", "hostUserId", "reason"] as const),
  ...(["visitIds", "persons", "messages", "retentionDays"] as const),
];

interface RegisterRow extends Pick<DestructionRegister, (typeof registerColumns)[number]> {
  readonly actorName: string | null;
  readonly actorEnName: string | null;
}

/** A page of the register, which has no personal data of visitors; `q` is part of the name of the user who destroyed. */
export async function readRegister(
  db: Knex,
  { sort = "-at", why, q, from: firstDay, to: lastDay, ...page }: RegisterQuery,
  timezone: string,
): Promise<Page<RegisterRow>> {
  const { from, to, isPossible } = periodOfDays({ from: firstDay, to: lastDay }, timezone);
  if (!isPossible) return emptyPage;
  const { direction } = readSort(sort);
  const matching = DestructionRegister.query(db)
    .select(registerColumns.map((name) => `destructionRegister.${name}`))
    .select("actor.name as actorName", "actor.enName as actorEnName")
    .leftJoinRelated("actor")
    .orderBy("at", direction)
    .orderBy("destructionRegister.id", direction);
  if (from) matching.where("at", ">=", from);
  if (to) matching.where("at", "<", to);
  if (why) matching.whereIn("reason", why);
  if (q !== undefined)
    matching.where(
      raw("position(search_text(?) IN search_text(actor.name || ' ' || actor.en_name))", [q]),
      ">",
      0,
    );
  return pageOf<DestructionRegister, RegisterRow>(db, matching, page);
}

interface TrashWork {
  readonly ids: readonly number[];
  readonly by: number;
  /** IANA name of the site's zone, whose day decides what is due. */
  readonly timezone: string;
}

interface LockedVisits {
  readonly trx: Knex.Transaction;
  /** The named visits and their companions. */
  readonly visits: readonly DeletableVisit[];
  readonly named: readonly DeletableVisit[];
  readonly now: Date;
}

/**
 * Locks visits and runs `work` in one transaction.
 * @throws InvalidInput on `ids.N` for each unknown visit; errors of `work`
 */
function withLockedVisits(
  { db, clock }: Pick<Deps, "db" | "clock">,
  ids: readonly number[],
  work: (lockedVisits: LockedVisits) => Promise<number>,
): Promise<number> {
  const now = clock();
  return db.transaction(async (trx) => {
    const visits = await lockGroups(trx, ids);
    const found = new Map(visits.map((visit) => [visit.id, visit]));
    const errors = ids.flatMap((id, index) =>
      found.has(id) ? [] : [[`ids.${index}`, "visitUnknown"] as const],
    );
    if (errors.length > 0) throw invalid(Object.fromEntries(errors));
    const named = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
    return work({ trx, visits, named, now });
  });
}

function refuseIf(
  visits: readonly DeletableVisit[],
  isRefused: (visit: DeletableVisit) => boolean,
  error: () => HttpError,
) {
  if (visits.some(isRefused)) throw error();
}

/** Hides or restores visits and logs it with each. A trigger updates the search index. */
async function setHidden(
  { trx, now }: LockedVisits,
  visits: readonly DeletableVisit[],
  { hide, by }: { hide: boolean; by: number },
): Promise<number> {
  const ids = visits.map(({ id }) => id);
  await Visit.query(trx)
    .modify("withIds", ids)
    .patch({ hiddenAt: hide ? now : null });
  await VisitLog.query(trx).insert(
    visits.map(({ id, statusCode }) => ({
      visitId: id,
      action: hide ? "hide" : "restore",
      fromCode: statusCode,
      toCode: statusCode,
      actorKind: "staff" as const,
      actorId: by,
      at: now,
    })),
  );
  await publishChanges(
    trx,
    visits.map(({ id, hostUserId }) => ({ kind: "visit", visitId: id, hostUserId })),
  );
  await publishMessageChanges(trx, ids);
  return visits.length;
}

/**
 * Hides visits that are over, and a leader's companions, from everything but the trash.
 * @returns how many were hidden
 * @throws InvalidInput for unknown ids; HttpError 405 where one is not over, holds a pass or is hidden
 */
export function hideVisits(deps: Pick<Deps, "db" | "clock">, { ids, by }: TrashWork): Promise<number> {
  return withLockedVisits(deps, ids, (lockedVisits) => {
    refuseIf(lockedVisits.named, ({ hiddenAt }) => hiddenAt !== null, alreadyHandled);
    refuseIf(lockedVisits.visits, isOpen, visitStillOpen);
    const shown = lockedVisits.visits.filter(({ hiddenAt }) => hiddenAt === null);
    return setHidden(lockedVisits, shown, { hide: true, by });
  });
}

/**
 * Restores hidden visits, and the companions that were hidden together with a leader.
 * @returns how many were restored
 * @throws InvalidInput for unknown ids; HttpError 405 where one is not hidden
 */
export function restoreVisits(deps: Pick<Deps, "db" | "clock">, { ids, by }: TrashWork): Promise<number> {
  return withLockedVisits(deps, ids, (lockedVisits) => {
    const { visits, named } = lockedVisits;
    refuseIf(named, ({ hiddenAt }) => hiddenAt === null, alreadyHandled);
    const wasHiddenWithLeader = ({ leaderId, hiddenAt }: DeletableVisit) =>
      named.some((leader) => leader.id === leaderId && leader.hiddenAt?.getTime() === hiddenAt?.getTime());
    const restored = visits.filter(
      (visit) => named.includes(visit) || (visit.hiddenAt && wasHiddenWithLeader(visit)),
    );
    return setHidden(lockedVisits, restored, { hide: false, by });
  });
}

/**
 * Destroys visits in the trash, and a leader's companions, for good.
 * @returns how many visits were destroyed
 * @throws InvalidInput for unknown ids; HttpError 405 where one is neither due nor hidden, or is not over
 */
export function destroyVisits(
  deps: Pick<Deps, "db" | "clock">,
  { ids, by, timezone }: TrashWork,
): Promise<number> {
  return withLockedVisits(deps, ids, async ({ trx, visits, named, now }) => {
    const today = fromInstant(now, timezone).slice(0, 10);
    refuseIf(named, ({ destroyOn, hiddenAt }) => destroyOn > today && hiddenAt === null, notDueYet);
    refuseIf(visits, isOpen, visitStillOpen);
    await eraseVisits(trx, visits, { reason: "officer", by, now, timezone });
    return visits.length;
  });
}

/** @param today YYYY-MM-DD in the site's time zone */
export function presentTrash(
  { row }: Accessed<TrashVisitRow>,
  { lang, timezone, today }: { lang: Language; timezone: string; today: string },
): TrashRow {
  const { startAt, endAt, ...visit } = row;
  const erasedOn = addDays(row.destroyOn, graceDays);
  const daysLeft = daysBetween(today, erasedOn);
  return {
    ...visit,
    name: maskName(row.name),
    startDate: fromInstant(startAt, timezone),
    endDate: fromInstant(endAt, timezone),
    status: translateStatus(lang, row.statusCode),
    state: row.hiddenAt === null ? "due" : "soft",
    hiddenAt: row.hiddenAt && fromInstant(row.hiddenAt, timezone),
    erasedOn,
    daysLeft,
    overdue: daysLeft < 0,
  };
}

export const presentDestruction = (
  { at, actorKind: kind, hostUserId, actorName, actorEnName, reason, ...row }: RegisterRow,
  { lang, timezone }: { lang: Language; timezone: string },
): Destruction => ({
  ...row,
  at: fromInstant(at, timezone),
  by: { kind, id: hostUserId, name: inLanguage(lang, actorName ?? "", actorEnName ?? "") },
  why: reason,
  visits: row.visitIds.length,
});
