/**
 * Decisions by the link in a message (docs/behaviour.md, "Deciding from the message"). The token authenticates the recipient,
 * the host or their deputy, for this one request.
 */
import type { Knex } from "knex";
import { type Actor, onBehalfOf, type Reader } from "#api/auth/auth-context.ts";
import { hashOfToken } from "#api/auth/tokens.ts";
import type { Deps } from "#api/deps.ts";
import { decidedBy, forbidden, invalid } from "#api/errors.ts";
import { scopeOf } from "#api/permissions.ts";
import { detailOnBehalf } from "#db/caller.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { EventEntry } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { DecisionLink } from "#db/models/visits/links.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { Accessed } from "../access-log/log-access.ts";
import { decide } from "../visits/transitions.ts";
import { isRepeated, lastDecision } from "../visits/visit-log.ts";
import { lockGroup } from "../visits/with-locked-visit.ts";
import { type DecidableVisit, visitToDecide } from "./queries.ts";

export interface LinkCall {
  readonly deps: Deps;
  readonly site: Configuration;
  readonly token: string;
  /** The client's address and the endpoint, for the log. */
  readonly from: Pick<Reader, "address" | "action">;
}

/** How long a link stays valid after the visit has begun: a walk-in begins before the host decides. */
const walkInMs = 3_600_000;

/** The current visit of a valid link. */
async function readDecidable(db: Knex, token: string, now: Date): Promise<DecidableVisit | undefined> {
  const createdSince = new Date(now.getTime() - walkInMs);
  const visit = await visitToDecide(db, { tokenHash: hashOfToken(token), now, createdSince });
  return visit && (visit.isDeputy || scopeOf("visits.decide", visit.deciderRole)) ? visit : undefined;
}

/** A link whose visit was decided; undefined where the link is invalid for another reason. */
const readDecidedLink = (db: Knex, token: string) =>
  DecisionLink.query(db)
    .findOne({ tokenHash: hashOfToken(token) })
    .whereNotNull("decidedAt")
    .whereExists(Visit.query(db).whereColumn("visits.id", "decisionLinks.visitId").whereNull("hiddenAt"))
    .whereExists(
      HostUser.query(db).whereColumn("hostUsers.id", "decisionLinks.hostUserId").where({ status: "active" }),
    )
    .select("visitId", "hostUserId");

/** 405 where another person decided first; else 400, the same for an unknown and an expired link. */
async function refusalOf({ deps, token }: LinkCall) {
  const link = await readDecidedLink(deps.db, token);
  const before = link && (await lastDecision(deps.db, link.visitId));
  return before ? decidedBy(before) : invalid({ token: "linkOver" });
}

/**
 * The request of a link, with the access logged for its recipient; without the visit where the site requires sign-in.
 * @throws InvalidInput on the token; HttpError 405 that names who decided
 */
export async function readByDecisionLink(
  call: LinkCall,
): Promise<{ readonly visitID: number; readonly shown: Accessed<DecidableVisit> | undefined }> {
  const { deps, site, token, from } = call;
  const at = deps.clock();
  const visit = await readDecidable(deps.db, token, at);
  if (!visit) throw await refusalOf(call);
  if (!site.decideByLink) return { visitID: visit.id, shown: undefined };
  const reader: Reader = { id: visit.decider, scope: "own", hosts: [visit.hostId], at, ...from };
  return { visitID: visit.id, shown: await Accessed.recordOne(deps.db, reader, visit, [visit.id]) };
}

/** The submitted decision. */
export interface SubmittedDecision {
  readonly action: "approve" | "reject";
  readonly note?: string;
  readonly showReason?: boolean;
}

/** The visit that the link's recipient decided in the same way last. */
async function readDecidedSo(
  db: Knex,
  token: string,
  { action, note = "" }: SubmittedDecision,
): Promise<Pick<Visit, "reserveNo" | "statusCode"> | undefined> {
  const link = await readDecidedLink(db, token);
  const isSame =
    link && (await isRepeated(db, link.visitId, { kind: "staff", id: link.hostUserId }, { action, note }));
  return isSame ? Visit.query(db).findById(link.visitId).select("reserveNo", "statusCode") : undefined;
}

/**
 * Decides on the request of a link. Reads it again after locking: the slower of two decisions fails and names the other, unless
 * it is the same.
 * @throws InvalidInput on the token; HttpError 403 where the site requires sign-in, 405 that names who decided
 */
export async function decideByDecisionLink(
  call: LinkCall,
  submitted: SubmittedDecision,
): Promise<Pick<Visit, "reserveNo" | "statusCode">> {
  const { action, ...reason } = submitted;
  const { deps, site, token, from } = call;
  if (!site.decideByLink) throw forbidden();
  const now = deps.clock();
  const decided = await deps.db.transaction(async (trx) => {
    const found = await readDecidable(trx, token, now);
    const party =
      found && (await lockGroup(trx, found.id, { timezone: site.timezone, hosts: [found.hostId] }));
    const visit = party && (await readDecidable(trx, token, now));
    if (!visit) return undefined;
    const actor: Actor = { kind: "staff", id: visit.decider, scope: "own" };
    const statusCode = await decide(trx, party, action, {
      ...deps,
      actor,
      now,
      site,
      byLink: true,
      ...reason,
    });
    const event = {
      hostUserId: visit.decider,
      address: from.address,
      subject: "visits",
      subjectId: visit.id,
      detail: detailOnBehalf(onBehalfOf(actor, visit.hostId)),
    };
    await EventEntry.query(trx).insert({ kind: "call", call: `POST ${from.action}`, ...event });
    return { reserveNo: visit.reserveNo, statusCode };
  });
  const before = decided ?? (await readDecidedSo(deps.db, token, submitted));
  if (!before) throw await refusalOf(call);
  return before;
}
