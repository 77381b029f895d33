/** Messages to users about their accounts (docs/behaviour.md, "Host users"). */

import type { Knex } from "knex";
import { queueAlert } from "#api/webhooks/queue.ts";
import type { AlertKind } from "#contract/alert-kinds.ts";
import { fillText } from "#contract/messages/sms-text.ts";
import { EventEntry } from "#db/models/logs.ts";
import { Message } from "#db/models/message.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { companyOf, type Draft, destinationsOf, languageTo, type Messaging } from "./drafts.ts";
import { queueMessages } from "./queue.ts";
import { messageTexts } from "./templates.ts";

export type Notice =
  | "accountFactorAdd"
  | "accountPasskeyAdd"
  | "accountPasskeyRemove"
  | "accountFactorRemove"
  | "accountFactorReset"
  | "accountFactorRequest"
  | "accountRecoveryCode"
  | "accountReset"
  | "accountSignedOut"
  | "accountRequest"
  | "accountCompanyLink"
  | "accountCompanyOwnLink"
  | "accountCompanyOwnUnlink"
  | "accountRole"
  | "accountNumber"
  | "accountEmail"
  | "accountLoginId"
  | "accountGuarded";
type Person = Pick<HostUser, "name" | "cellPhone" | "email" | "emailBouncedAt">;

const alertTexts = {
  failures: "alertFailures",
  newPlace: "alertNewPlace",
  massReading: "alertMassReading",
  destruction: "alertDestruction",
  chain: "alertChain",
  lastAdmin: "alertLastAdmin",
  webhook: "alertWebhook",
  messageBudget: "alertMessageBudget",
} as const satisfies Record<AlertKind, string>;

type AlertText = (typeof alertTexts)[AlertKind];

/** Notices go to both number and e-mail address, invitations to one of them, preferably the number. */
function draftsFor(
  { site, sms, mail }: Pick<Messaging, "site" | "sms" | "mail">,
  { name, cellPhone, email, emailBouncedAt }: Person,
  text: Notice | AlertText | "invitation",
  about = name,
  others = 0,
): Draft[] {
  const reachable = { cellPhone, email: emailBouncedAt === null ? email : "" };
  const channel = text === "invitation" ? "sms" : "both";
  return destinationsOf(reachable, channel, { sms, mail }).map((destination) => {
    const lang = languageTo(destination, null);
    const one = about || messageTexts[lang].severalAccounts;
    const all =
      others === 0 ? one : fillText(messageTexts[lang].andOthers, { name: one, count: String(others) });
    const values = { name: all, company: companyOf(site, lang) };
    const event = text === "invitation" ? text : "account";
    return {
      visitId: null,
      toName: name,
      ...destination,
      event,
      text: messageTexts[lang][text],
      values,
      lang,
    };
  });
}

/** Notifies a user of a change of their account, by number and e-mail, also by the former ones. */
export async function notifyUser(
  messaging: Messaging,
  person: Person,
  notice: Exclude<Notice, "accountGuarded">,
  before: Person = person,
): Promise<void> {
  const former = {
    ...before,
    cellPhone: before.cellPhone === person.cellPhone ? "" : before.cellPhone,
    email: before.email === person.email ? "" : before.email,
  };
  await queueMessages(
    messaging,
    [person, former].flatMap((one) => draftsFor(messaging, one, notice)),
  );
}

/** Active administrators and privacy officers with a mobile number or e-mail address. */
const guardedPeople = async (db: Knex) =>
  HostUser.query(db)
    .select("id", "name", "cellPhone", "email", "emailBouncedAt")
    .where({ status: "active" })
    .whereIn("role", ["admin", "privacy"])
    .where((reached) => void reached.whereNot("cellPhone", "").orWhereNot("email", ""));

/**
 * Notifies all administrators and privacy officers of new ones, in one message.
 * @param people the new administrators and privacy officers
 * @param by the user who appointed them, who gets no message
 */
export async function notifyOfGuardedAccounts(
  messaging: Messaging,
  people: readonly Pick<HostUser, "id" | "name">[],
  by: number,
): Promise<void> {
  const [first, ...more] = people;
  if (!first) return;
  const known = new Set([by, ...people.map(({ id }) => id)]);
  const others = (await guardedPeople(messaging.trx)).filter(({ id }) => !known.has(id));
  await queueMessages(
    messaging,
    others.flatMap((other) => draftsFor(messaging, other, "accountGuarded", first.name, more.length)),
  );
}

/**
 * Logs an alert, notifies all administrators and privacy officers, and queues it for webhooks.
 * @param about name of the user concerned; "" for none
 * @param entry the record concerned, for the event log
 */
export async function notifyOfAlert(
  messaging: Messaging,
  kind: AlertKind,
  about: string,
  entry: Partial<Pick<EventEntry, "subject" | "subjectId" | "address">>,
): Promise<void> {
  const { trx } = messaging;
  const written = { kind: "alert", hostUserId: null, address: "", call: "", detail: kind } as const;
  await EventEntry.query(trx).insert({ ...written, ...entry });
  const people = await guardedPeople(trx);
  await queueMessages(
    messaging,
    people.flatMap((person) => draftsFor(messaging, person, alertTexts[kind], about)),
  );
  await queueAlert(trx, kind, messaging.now);
}

/**
 * Queues invitations. Each link is created when its message is sent, so that it is not stored.
 * @param origin the site's, `https://…`
 */
export async function sendInvitations(
  messaging: Messaging,
  people: readonly (Person & Pick<HostUser, "id">)[],
  origin: string,
): Promise<void> {
  const drafts = people.flatMap((person) =>
    draftsFor(messaging, person, "invitation").map((draft) => ({ ...draft, hostUserId: person.id, origin })),
  );
  await queueMessages(messaging, drafts);
}

/** Withdraws unsent invitations. */
export async function withdrawInvitations(
  trx: Knex.Transaction,
  hostUserIds: readonly number[],
  now: Date,
): Promise<void> {
  await Message.query(trx)
    .patch({ status: "withdrawn", nextAttemptAt: null, updatedAt: now })
    .where({ status: "queued", event: "invitation" })
    .whereIn("hostUserId", hostUserIds);
}
