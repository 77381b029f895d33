/** Management of delegations (docs/behaviour.md, "Deputies and absence"). */

import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { delegationOver, invalid, notFound } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import { addDays, dayStart, daysBetween, fromInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import {
  maxDelegationDays,
  maxDelegations,
  type NewDelegation,
  pastDelegationDays,
} from "#contract/people/delegations.ts";
import { Delegation, DelegationDeputy } from "#db/models/people/delegation.ts";
import { HostUser } from "#db/models/people/host-user.ts";

/** A delegation with its names. */
export interface DelegationRow extends Pick<Delegation, "id" | "startAt" | "endAt" | "isAway" | "createdBy"> {
  readonly hostId: number;
  readonly hostName: string;
  readonly hostEnName: string;
  readonly createdByName: string;
  readonly createdByEnName: string;
  /** By name. */
  readonly deputies: readonly (Pick<HostUser, "id" | "name" | "enName"> & { readonly resigned: boolean })[];
}

const delegationRows = (db: Knex) =>
  Delegation.query(db)
    .joinRelated("[host, creator]")
    .select("delegations.id", "startAt", "endAt", "isAway")
    .select("host.id as hostId", "host.name as hostName", "host.enName as hostEnName")
    .select("creator.id as createdBy", "creator.name as createdByName", "creator.enName as createdByEnName")
    .orderBy(["startAt", "delegations.id"])
    .castTo<Omit<DelegationRow, "deputies">[]>();

async function withDeputies(
  db: Knex,
  rows: readonly Omit<DelegationRow, "deputies">[],
): Promise<DelegationRow[]> {
  const ids = rows.map(({ id }) => id);
  const deputies = await DelegationDeputy.query(db)
    .joinRelated("deputy")
    .whereIn("delegationId", ids)
    .orderBy(["deputy.name", "deputy.id"])
    .select("delegationId", "deputy.id", "deputy.name", "deputy.enName", "deputy.status")
    .castTo<(Pick<HostUser, "id" | "name" | "enName" | "status"> & { readonly delegationId: number })[]>();
  const byDelegation = Map.groupBy(deputies, ({ delegationId }) => delegationId);
  return rows.map((row) => ({
    ...row,
    deputies: (byDelegation.get(row.id) ?? []).map(({ delegationId: _, status, ...deputy }) => ({
      ...deputy,
      resigned: status === "resigned",
    })),
  }));
}

async function delegationRow(db: Knex, id: number): Promise<DelegationRow | undefined> {
  const [row] = await withDeputies(db, await delegationRows(db).where({ "delegations.id": id }));
  return row;
}

export interface Delegations {
  readonly own: DelegationRow[];
  readonly asDeputy: DelegationRow[];
}

/**
 * Delegations of a person, and those in which they are deputy of an active host, earliest first. Past ones are listed for
 * thirty days.
 */
export async function readDelegations({ db, clock }: Deps, personId: number): Promise<Delegations> {
  const endedAfter = new Date(clock().getTime() - pastDelegationDays * 86_400_000);
  const isDeputy = Delegation.relatedQuery("deputies").where("deputies.deputyId", personId);
  const rows = await delegationRows(db)
    .where("endAt", ">", endedAfter)
    .where((delegation) =>
      delegation
        .where({ "delegations.hostUserId": personId })
        .orWhere((other) => other.where({ "host.status": "active" }).whereExists(isDeputy)),
    );
  const all = await withDeputies(db, rows);
  return {
    own: all.filter(({ hostId }) => hostId === personId),
    asDeputy: all.filter(({ hostId }) => hostId !== personId),
  };
}

/** @throws HttpError 404 where no host user has the id */
export async function requirePerson(db: Knex, id: number): Promise<void> {
  if (!(await HostUser.query(db).findById(id).select("id"))) throw notFound();
}

export interface DelegationWork {
  readonly host: number;
  /** The user who changes it. */
  readonly by: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Locks the host, which serialises changes of their delegations. @throws HttpError 404 */
async function lockHost(trx: Knex.Transaction, id: number): Promise<void> {
  const host = await HostUser.query(trx).findOne({ id, status: "active" }).select("id").forNoKeyUpdate();
  if (!host) throw notFound();
}

async function deputyErrors(
  trx: Knex.Transaction,
  host: number,
  deputies: readonly number[],
): Promise<FieldErrors> {
  if (new Set(deputies).size < deputies.length || deputies.includes(host)) return { deputies: "invalid" };
  const found = await HostUser.query(trx)
    .select("status")
    .whereIn("id", [...deputies]);
  if (found.length < deputies.length) return { deputies: "hostUnknown" };
  return found.some(({ status }) => status === "resigned") ? { deputies: "hostResigned" } : {};
}

/** Makes the consoles of the host and the deputies reload their lists. */
const publishDelegationChanges = (
  trx: Knex.Transaction,
  { hostId, deputies }: DelegationRow,
): Promise<void> =>
  publishChanges(
    trx,
    [hostId, ...deputies.map(({ id }) => id)].map((hostUserId) => ({ kind: "delegation", hostUserId })),
  );

const endOf = (to: string, timezone: string): Date => dayStart(addDays(to, 1), timezone);

/** @throws InvalidInput with every invalid field; HttpError 404 where the host does not exist or has resigned */
export function addDelegation(
  { db, clock }: Deps,
  { host, by, timezone }: DelegationWork,
  { from, to, deputies, isAway }: NewDelegation,
): Promise<DelegationRow> {
  const now = clock();
  const today = fromInstant(now, timezone).slice(0, 10);
  return db.transaction(async (trx) => {
    await lockHost(trx, host);
    const errors: FieldErrors = {
      ...(to < today && { to: "endPast" as const }),
      ...(await deputyErrors(trx, host, deputies)),
    };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const open = await Delegation.query(trx)
      .where({ hostUserId: host })
      .where("endAt", ">", now)
      .resultSize();
    if (open >= maxDelegations) throw invalid({ _: "tooMany" });
    // A delegation does not begin in the past.
    const startAt = from <= today ? now : dayStart(from, timezone);
    const { id } = await Delegation.query(trx)
      .insert({
        hostUserId: host,
        startAt,
        endAt: endOf(to, timezone),
        isAway,
        createdBy: by,
        createdAt: now,
      })
      .returning("id");
    if (deputies.length > 0)
      await DelegationDeputy.query(trx).insert(deputies.map((deputyId) => ({ delegationId: id, deputyId })));
    const row = (await delegationRow(trx, id)) as DelegationRow;
    await publishDelegationChanges(trx, row);
    return row;
  });
}

/** @throws HttpError 404 where the host has no such delegation; 405 where it is over */
async function lockDelegation(
  trx: Knex.Transaction,
  { host, id, now }: { readonly host: number; readonly id: number; readonly now: Date },
): Promise<DelegationRow> {
  const locked = await Delegation.query(trx).findOne({ id, hostUserId: host }).select("id").forUpdate();
  const row = locked && (await delegationRow(trx, id));
  if (!row) throw notFound();
  if (row.endAt <= now) throw delegationOver();
  return row;
}

/** Changes the last day. @throws InvalidInput on to; HttpError 404, 405 */
export function changeEnd(
  { db, clock }: Deps,
  { host, timezone }: DelegationWork,
  id: number,
  to: string,
): Promise<DelegationRow> {
  const now = clock();
  return db.transaction(async (trx) => {
    const row = await lockDelegation(trx, { host, id, now });
    const from = fromInstant(row.startAt, timezone).slice(0, 10);
    if (to < from) throw invalid({ to: "lastDayBefore" });
    if (daysBetween(from, to) >= maxDelegationDays)
      throw invalid({ to: `periodTooLong:${maxDelegationDays}` });
    const endAt = endOf(to, timezone);
    if (endAt <= now) throw invalid({ to: "endPast" });
    await Delegation.query(trx).findById(id).patch({ endAt });
    await publishDelegationChanges(trx, row);
    return { ...row, endAt };
  });
}

/** Deletes a future delegation; ends one that has begun, because logs refer to it. @throws HttpError 404, 405 */
export function endDelegation({ db, clock }: Deps, host: number, id: number): Promise<void> {
  const now = clock();
  return db.transaction(async (trx) => {
    const row = await lockDelegation(trx, { host, id, now });
    if (row.startAt > now) await Delegation.query(trx).deleteById(id);
    else await Delegation.query(trx).findById(id).patch({ endAt: now });
    await publishDelegationChanges(trx, row);
  });
}
