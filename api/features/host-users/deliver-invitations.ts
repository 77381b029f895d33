/**
 * Delivery of invitations. The administrator hands out links of hosts and the desk. Administrators and privacy officers get
 * theirs by message; where none can be sent, a second administrator or the server's operator has to confirm
 * (docs/decisions/accounts/guarded-accounts.md).
 */

import type { Knex } from "knex";
import { logAccounts } from "#api/auth/account-log.ts";
import { createInvitations, type Invitation } from "#api/auth/invitation-tokens.ts";
import type { Deps } from "#api/deps.ts";
import type { Delivery } from "#contract/people/invitations.ts";
import { parsePhone } from "#contract/phone.ts";
import { isGuarded } from "#contract/roles.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { AccountLog } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import {
  type FactorResetRequest,
  ResetRequest,
  Invitation as StoredInvitation,
} from "#db/models/people/invitation.ts";
import { notifyUser, sendInvitations, withdrawInvitations } from "../messages/account-messages.ts";
import { sendsMessages } from "../messages/drafts.ts";

/** Hours in which a changed number gets no link and a new administrator cannot confirm one: time to notice misuse. */
export const settlingHours = 72;

const settledSince = (now: Date) => new Date(now.getTime() - settlingHours * 3_600_000);

export interface AccountChange {
  /** The administrator. */
  readonly by: number;
  readonly site: Configuration;
  /** The site's, `https://…`. */
  readonly origin: string;
}

type InvitedPerson = Pick<
  HostUser,
  "id" | "loginId" | "name" | "role" | "cellPhone" | "email" | "emailBouncedAt" | "lastSignInAt"
>;

/** A created invitation; with the token only where the administrator hands it out. */
export type DeliveredInvitation =
  | ({ readonly delivery: "link" } & Invitation)
  | { readonly delivery: Exclude<Delivery, "link"> };

export type InvitationDeps = Pick<Deps, "cipher" | "clock" | "mail" | "random" | "sms"> & {
  readonly trx: Knex.Transaction;
};

/** Administrators with a password whose role and number have not changed since a time. */
async function settledAdmins(db: Knex, since: Date): Promise<number[]> {
  const rows = await HostUser.query(db)
    .select("id")
    .where({ role: "admin", status: "active" })
    .whereNotNull("passwordHash")
    .whereNotExists(
      AccountLog.query(db)
        .select(1)
        .whereColumn("accountLogs.hostUserId", "hostUsers.id")
        .whereIn("action", ["add", "role", "join", "number", "confirm", "factorConfirm"])
        .where("at", ">", since),
    );
  return rows.map(({ id }) => id);
}

/**
 * Whether a message reaches only the person: by their number, unless it was changed recently, or else by e-mail. The log, which
 * no administrator can alter, has changes of numbers but not of addresses: administrators and privacy officers get a link by
 * e-mail only while the account is unused.
 */
async function canMessage(
  { trx, sms, mail }: InvitationDeps,
  { id, role, cellPhone, email, emailBouncedAt, lastSignInAt }: InvitedPerson,
  since: Date,
): Promise<boolean> {
  const isNew = lastSignInAt === null;
  // A link in a stored message would reach no one.
  if (parsePhone(cellPhone) === undefined || !sendsMessages(sms)) {
    const canEmail = sendsMessages(mail) && email !== "" && emailBouncedAt === null;
    return canEmail && (isNew || !isGuarded(role));
  }
  // An unused account impersonates no one.
  if (isNew) return true;
  const changed = await AccountLog.query(trx)
    .select("id")
    .where({ hostUserId: id, action: "number" })
    .where("at", ">", since)
    .first();
  return changed === undefined;
}

/** Confirms another administrator's request, or creates one. @returns undefined where no one could confirm it */
export async function confirmOrRequest(
  trx: Knex.Transaction,
  Requests: typeof ResetRequest | typeof FactorResetRequest,
  { id }: Pick<HostUser, "id">,
  { by, now }: { readonly by: number; readonly now: Date },
): Promise<"confirmed" | "requested" | undefined> {
  const since = settledSince(now);
  const admins = await settledAdmins(trx, since);
  // A request needs a settled administrator, too: else a new account could be created just to make it.
  if (!admins.includes(by)) return undefined;
  const request = await Requests.query(trx).findById(id).where("expiresAt", ">", now);
  if (request && request.requestedBy !== by && admins.includes(request.requestedBy)) {
    await Requests.query(trx).deleteById(id);
    return "confirmed";
  }
  if (!admins.some((admin) => admin !== by && admin !== id)) return undefined;
  if (request?.requestedBy !== by) {
    const requested = { requestedBy: by, expiresAt: new Date(now.getTime() + settlingHours * 3_600_000) };
    await Requests.query(trx)
      .insert({ hostUserId: id, ...requested })
      .onConflict("hostUserId")
      .merge(requested);
  }
  return "requested";
}

/** Sends invitations by message, whatever the role, to people who can get one. @returns their invitations by id */
export async function inviteByMessage(
  work: InvitationDeps,
  people: readonly InvitedPerson[],
  { site, origin }: AccountChange,
): Promise<Map<number, DeliveredInvitation>> {
  const now = work.clock();
  const reachable: InvitedPerson[] = [];
  for (const person of people) if (await canMessage(work, person, settledSince(now))) reachable.push(person);
  const ids = reachable.map(({ id }) => id);
  await endInvitations(work.trx, ids, now);
  await sendInvitations({ ...work, now, site }, reachable, origin);
  return new Map(ids.map((id) => [id, { delivery: "message" }]));
}

/** Chooses how an invitation is delivered; logs a request or its confirmation. */
export async function chooseDelivery(
  work: InvitationDeps,
  person: InvitedPerson,
  change: AccountChange,
): Promise<Delivery> {
  const { trx, clock } = work;
  if (!isGuarded(person.role)) return "link";
  const now = clock();
  const { by, site } = change;
  if (await canMessage(work, person, settledSince(now))) return "message";
  const state = await confirmOrRequest(trx, ResetRequest, person, { by, now });
  if (state === undefined) return "server";
  await logAccounts(trx, state === "confirmed" ? "confirm" : "request", [person], { by, now });
  if (state === "confirmed") return "link";
  await notifyUser({ ...work, now, site }, person, "accountRequest");
  return "confirmation";
}

/** Ends earlier invitations, sent or handed out. */
export async function endInvitations(
  trx: Knex.Transaction,
  hostUserIds: readonly number[],
  now: Date,
): Promise<void> {
  await StoredInvitation.query(trx).delete().whereIn("hostUserId", hostUserIds);
  await withdrawInvitations(trx, hostUserIds, now);
}

/** Invites a person. @param found the delivery, where it was chosen before */
export async function invite(
  work: InvitationDeps,
  person: InvitedPerson,
  change: AccountChange,
  found?: Delivery,
): Promise<DeliveredInvitation> {
  const { site, origin } = change;
  const delivery = found ?? (await chooseDelivery(work, person, change));
  const { trx, clock, random } = work;
  const now = clock();
  await endInvitations(trx, [person.id], now);
  if (delivery === "message") await sendInvitations({ ...work, now, site }, [person], origin);
  if (delivery !== "link") return { delivery };
  const [invitation] = await createInvitations(trx, [person.id], { now, random });
  return { delivery, ...(invitation as Invitation) };
}
