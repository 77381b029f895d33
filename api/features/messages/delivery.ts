/**
 * Sends queued messages (docs/behaviour.md, "Messages"). A process claims a message in a separate transaction before sending,
 * so that no other sends it, too. If the process dies, its lease expires, the message becomes `unknown`, and a user decides.
 */
import { setTimeout as delay } from "node:timers/promises";
import { createDecisionLink } from "#api/auth/decision-link-tokens.ts";
import { createInvitations, invitationUrl } from "#api/auth/invitation-tokens.ts";
import { createVisitLink } from "#api/auth/visit-link-tokens.ts";
import { visitCalendar } from "#api/calendar.ts";
import type { Deps } from "#api/deps.ts";
import { publishChanges, publishMessageChanges } from "#api/live/changes.ts";
import type { OutgoingMail } from "#api/mail/driver.ts";
import type { Outcome, OwnReason } from "#api/sms/driver.ts";
import { startWorker, type Worker } from "#api/worker.ts";
import { maxAttempts } from "#contract/messages/sms.ts";
import { linkPlaceholder, messageName } from "#contract/messages/sms-text.ts";
import { isTransient } from "#db/error-code.ts";
import { Message } from "#db/models/message.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { VisitEmail } from "#db/models/visits/visit-email.ts";
import { countPublicMessage } from "./budget.ts";
import { calendarOf } from "./drafts.ts";
import { notifyOfArrivals } from "./host-messages.ts";
import { mailContent } from "./mail-content.ts";
import { type ClaimedMessage, claimDueMessages } from "./queries/claims.ts";
import { onQueuedMessages } from "./queue.ts";
import { messageTexts } from "./templates.ts";

/** Messages sent at the same time. */
const batch = 10;
/** Above the timeout of every driver. */
export const leaseMs = 90_000;
const pollMs = 5_000;

/** How often, and how long, an outcome is stored while the database is away, as during a failover. */
const storeAgainMs = 1_000;
const storeForMs = 600_000;

/** Delay of a message whose number cannot be decrypted: its key may be available later. */
const undecryptableWaitMs = 300_000;

/** Seconds before the second and further attempts. */
const retryDelays = [10, 30, 120, 600, 1800];

type SendingDeps = Pick<Deps, "db" | "cipher" | "clock" | "log" | "mail" | "random" | "settings" | "sms">;

/** Marks messages whose lease expired as unknown. */
async function expireLeases({ db, clock }: SendingDeps): Promise<void> {
  const now = clock();
  await db.transaction(async (trx) => {
    const expired = await Message.query(trx)
      .patch({
        status: "unknown",
        leasedUntil: null,
        error: "interrupted" satisfies OwnReason,
        updatedAt: now,
      })
      .where({ status: "sending" })
      .where("leasedUntil", "<=", now)
      .returning("visitId");
    await publishMessageChanges(
      trx,
      expired.map(({ visitId }) => visitId),
    );
  });
}

/** The changes of a message by an outcome. */
function changeOf({ kind, attempts, maxAttempts: max }: ClaimedMessage, outcome: Outcome, now: Date) {
  if (outcome.state === "sent") {
    const { providerMessageId, kind: sentAs } = outcome;
    return {
      status: "sent" as const,
      error: "",
      sentAt: now,
      providerMessageId,
      ...(sentAs && { kind: sentAs }),
    };
  }
  if (outcome.state === "kept") {
    const reason: OwnReason = kind === "email" ? "noMailServer" : "noSmsProvider";
    return { status: "kept" as const, error: reason };
  }
  const { error } = outcome;
  if (outcome.state !== "busy") return { status: outcome.state, error };
  if (attempts >= max) return { status: "failed" as const, error };
  const tried = attempts - (max - maxAttempts);
  const seconds = retryDelays[Math.min(Math.max(tried, 1), retryDelays.length) - 1] as number;
  const wait = Math.max(seconds * 1000, outcome.retryAfterMs ?? 0);
  return { status: "queued" as const, error, nextAttemptAt: new Date(now.getTime() + wait) };
}

/**
 * Stores the outcome, also after the lease expired, unless the message was retried meanwhile: then the row belongs to another
 * attempt.
 */
async function storeOutcome(
  { db, clock }: SendingDeps,
  claimed: ClaimedMessage,
  outcome: Outcome,
): Promise<void> {
  const now = clock();
  await db.transaction(async (trx) => {
    const own = Message.query(trx).where({ id: claimed.id, attempts: claimed.attempts });
    await (outcome.state === "busy"
      ? own.where({ status: "sending", erasedAt: null })
      : own.whereIn("status", ["sending", "unknown"])
    ).patch({ leasedUntil: null, updatedAt: now, ...changeOf(claimed, outcome, now) });
    // Erased while it was being sent: does not write personal data back.
    await Message.query(trx)
      .where({ id: claimed.id })
      .whereNotNull("erasedAt")
      .patch({ error: "", providerMessageId: "" });
    await publishMessageChanges(trx, [claimed.visitId]);
  });
}

/** As `storeOutcome`, once the database is back: no one but this process knows the outcome. */
async function storeWhenBack(
  deps: SendingDeps,
  claimed: ClaimedMessage,
  outcome: Outcome,
  signal: AbortSignal | undefined,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await storeOutcome(deps, claimed, outcome);
    } catch (err) {
      const isOver = signal?.aborted || performance.now() - began > storeForMs;
      if (isOver || !isTransient(err)) throw err;
      deps.log.warn({ err, message: claimed.id, state: outcome.state }, "the outcome waits for the database");
      await delay(storeAgainMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** Returns an unsent message to the queue, as if it had not been claimed. */
async function requeue(
  { db, clock }: SendingDeps,
  { id, visitId, attempts, cellKey }: ClaimedMessage,
): Promise<void> {
  const now = clock();
  await db.transaction(async (trx) => {
    await Message.query(trx)
      .where({ id, attempts, status: "sending", erasedAt: null })
      .patch({
        status: "queued",
        attempts: attempts - 1,
        leasedUntil: null,
        nextAttemptAt: new Date(now.getTime() + undecryptableWaitMs),
        error: `${"numberWaits" satisfies OwnReason}:${cellKey}`,
        updatedAt: now,
      });
    await publishMessageChanges(trx, [visitId]);
  });
}

/** A link with its line or the space before it, which are removed together where there is no link. */
const linkPattern = /\n[^\n]*\{link\}[^\n]*|(?<!\s)\s*\{link\}/g;

/**
 * The link of a message about a visit: the personal link of a visitor, or the decision link of a host or deputy; "" where there
 * is none. Messages without a provider get none.
 */
async function linkFor(
  deps: SendingDeps,
  { visitId, hostUserId, text, kind, event, lang }: ClaimedMessage,
  to: string,
): Promise<string> {
  const { publicOrigin: origin } = deps.settings;
  if (visitId === null || origin === undefined || !text.includes(linkPlaceholder)) return "";
  if (deps[kind === "email" ? "mail" : "sms"].name === "outbox") return "";
  if (hostUserId === null) return (await createVisitLink(deps, { visitId, origin, to })) ?? "";
  if (event !== "apply" && event !== "applyDeputy") return "";
  return (await createDecisionLink(deps, { visitId, hostUserId, origin, lang })) ?? "";
}

/**
 * An invitation's text with its link, which is created only now, so that it is not stored.
 * @returns undefined where the invitation is no longer needed
 */
async function invitationText(
  { db, clock, random }: SendingDeps,
  { text, hostUserId, variables }: ClaimedMessage,
): Promise<string | undefined> {
  return db.transaction(async (trx) => {
    const person = await HostUser.query(trx)
      .findOne({ id: hostUserId, status: "active", passwordHash: null })
      .select("id")
      .forNoKeyUpdate();
    if (!person) return undefined;
    const [invitation] = await createInvitations(trx, [person.id], { now: clock(), random });
    if (!invitation) return undefined;
    await publishChanges(trx, [{ kind: "hostUser" }]);
    return text.replace("{link}", invitationUrl(variables.origin ?? "", invitation.token));
  });
}

/** Marks an unknown address, to which no further message is sent. */
async function markBounced({ db, clock, cipher }: SendingDeps, address: string): Promise<void> {
  const now = clock();
  await HostUser.query(db)
    .patch({ emailBouncedAt: now })
    .where({ email: address })
    .whereNull("emailBouncedAt");
  await VisitEmail.query(db)
    .patch({ bouncedAt: now })
    .whereIn("cellHash", cipher.hashes(address))
    .whereNull("bouncedAt");
}

/** The calendar attachment of an e-mail. */
function invitationOf(
  { mail, clock }: SendingDeps,
  { lang, variables }: ClaimedMessage,
  { to, toName }: { readonly to: string; readonly toName: string },
): OutgoingMail["calendar"] {
  const written = calendarOf(variables);
  // Without a mail server there is no sender, which calendars require as organizer.
  if (!written || mail.sender === "") return undefined;
  const { method, sequence, start, end } = written;
  const { reserveNo = "", host = "", place = "", company = "" } = variables;
  const visit = { reserveNo, host, place, company, start: new Date(start), end: new Date(end) };
  const people = {
    organizer: { name: company || mail.sender, email: mail.sender },
    attendee: { name: toName, email: to },
  };
  return { method, content: visitCalendar(visit, { lang, now: clock() }, { method, sequence, ...people }) };
}

async function sendMail(
  deps: SendingDeps,
  claimed: ClaimedMessage,
  to: string,
  text: string,
): Promise<Outcome> {
  const { ref, event, lang, variables } = claimed;
  const isVisitor = claimed.visitId !== null && claimed.hostUserId === null;
  // Sanitised as in texts, because a visitor's address is unverified.
  const toName = isVisitor ? messageName(claimed.toName) || messageTexts[lang].somebody : claimed.toName;
  const origin = variables.origin ?? deps.settings.publicOrigin;
  const content = mailContent({ event, lang, text, company: variables.company ?? "", origin });
  const { bounced, ...outcome } = await deps.mail.send({
    ref,
    to,
    toName,
    ...content,
    calendar: invitationOf(deps, claimed, { to, toName }),
  });
  if (bounced)
    await markBounced(deps, to).catch((err) => deps.log.error({ err, ref }, "an address was not marked"));
  return outcome;
}

/** @returns how to hand the message over; the outcome of one that is obsolete or not allowed */
async function prepare(
  deps: SendingDeps,
  claimed: ClaimedMessage,
  to: string,
): Promise<Outcome | (() => Promise<Outcome>)> {
  const { ref, event, kind, lang, isPublic, attempts, hostUserId } = claimed;
  // Counted once; staff may send it again above the budget.
  if (isPublic && kind !== "email" && attempts === 1) {
    const error = await countPublicMessage(deps, to, hostUserId === null);
    if (error) return { state: "failed", error };
  }
  const link = event === "invitation" ? "" : await linkFor(deps, claimed, to);
  const text =
    event === "invitation"
      ? await invitationText(deps, claimed)
      : claimed.text.replace(linkPattern, (place) => link && place.replace(linkPlaceholder, link));
  if (text === undefined) return { state: "failed", error: "invitationOver" satisfies OwnReason };
  if (kind === "email") return () => sendMail(deps, claimed, to, text);
  // Templates of the provider have the link as a variable.
  const variables = { ...claimed.variables, ...(link && { link }) };
  const message = { ref, to, text, kind: kind === "alimtalk" ? "lms" : kind, event, lang, variables };
  return () => deps.sms.send(message);
}

async function deliver(deps: SendingDeps, claimed: ClaimedMessage, signal?: AbortSignal): Promise<void> {
  const { cipher, log } = deps;
  const { id, ref, event } = claimed;
  const to = cipher.decryptContact(claimed, ref);
  // A code would have expired by then.
  if (typeof to !== "string" && event !== "lookupCode") return requeue(deps, claimed);
  const afterError = (outcome: Outcome) => (err: unknown) => {
    log.error({ err, message: id }, "message could not be handed over");
    return outcome;
  };
  const prepared =
    typeof to === "string"
      ? await prepare(deps, claimed, to).catch(
          afterError({ state: "busy", error: "beforeSending" satisfies OwnReason }),
        )
      : ({ state: "failed", error: "numberSealed" satisfies OwnReason } as const);
  const outcome: Outcome =
    typeof prepared === "function"
      ? await prepared().catch(afterError({ state: "unknown", error: "noAnswer" satisfies OwnReason }))
      : prepared;
  if (outcome.state !== "sent" && outcome.state !== "kept") {
    log.warn({ message: id, state: outcome.state, attempt: claimed.attempts }, "message was not sent");
  }
  await storeWhenBack(deps, claimed, outcome, signal);
}

/**
 * Sends all due messages. Safe to run concurrently.
 * @returns how many messages were processed
 */
export async function sendDue(deps: SendingDeps, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  const { db, clock, sms, mail } = deps;
  let processed = 0;
  await expireLeases(deps);
  while (!signal?.aborted) {
    await notifyOfArrivals(deps);
    const now = clock();
    const leasedUntil = new Date(now.getTime() + leaseMs);
    const by = { provider: sms.name, mailer: mail.name };
    const claimed = await claimDueMessages(db, { limit: batch, ...by, now, leasedUntil });
    const results = await Promise.allSettled(claimed.map((one) => deliver(deps, one, signal)));
    processed += claimed.length;
    const broken = results.find((result) => result.status === "rejected");
    if (broken) throw broken.reason;
    if (claimed.length < batch) break;
  }
  return processed;
}

/** Sends messages as soon as this process commits them, and polls for others every few seconds. */
export function startDelivery(deps: SendingDeps, { poll = pollMs } = {}): Pick<Worker, "stop"> {
  const { wake, stop } = startWorker((signal) => sendDue(deps, { signal }), {
    poll,
    onError: (err) => deps.log.error({ err }, "messages could not be sent"),
  });
  const unsubscribe = onQueuedMessages(deps.db, wake);
  return {
    stop() {
      unsubscribe();
      return stop();
    },
  };
}
