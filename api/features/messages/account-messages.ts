/** Messages to people about their accounts (docs/behaviour.md, "Host users"). */

import type { Knex } from "knex";
import { languageOfNumber } from "#contract/messages/sms-text.ts";
import { parsePhone } from "#contract/phone.ts";
import type { AlertKind } from "#contract/privacy/events.ts";
import type { HostUser } from "#db/models/host-user.ts";
import { SmsMessage } from "#db/models/sms-message.ts";
import { guardedPeople } from "#db/queries/host-users/guards.ts";
import { companyOf, type Draft, type Messaging, queueMessages } from "./queue.ts";
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
  | "accountRole"
  | "accountNumber"
  | "accountGuarded";
type Told = Pick<HostUser, "name" | "cellPhone">;

const alertTexts = {
  failures: "alertFailures",
  newPlace: "alertNewPlace",
  massReading: "alertMassReading",
  destruction: "alertDestruction",
  chain: "alertChain",
} as const satisfies Record<AlertKind, string>;

type AlertText = (typeof alertTexts)[AlertKind];

function draftFor(
  { site }: Pick<Messaging, "site">,
  { name, cellPhone }: Told,
  text: Notice | AlertText | "invitation",
  about = name,
): Draft[] {
  const number = parsePhone(cellPhone);
  if (number === undefined) return [];
  const lang = languageOfNumber(number);
  const values = { name: about || messageTexts[lang].severalAccounts, company: companyOf(site, lang) };
  const event = text === "invitation" ? text : "account";
  return [
    { visitId: null, toName: name, cellPhone: number, event, text: messageTexts[lang][text], values, lang },
  ];
}

/** Tells somebody what was done to their account, where they have a mobile number; an older one may be told, too. */
export async function tellPerson(
  messaging: Messaging,
  { name, cellPhone }: Told,
  notice: Exclude<Notice, "accountGuarded">,
  formerNumber = "",
): Promise<void> {
  const numbers = new Set([cellPhone, formerNumber]);
  const drafts = [...numbers].flatMap((number) => draftFor(messaging, { name, cellPhone: number }, notice));
  await queueMessages(messaging, drafts);
}

/** Tells all administrators and privacy officers that somebody became one of them. @param by who did it, who knows */
export async function tellGuarded(
  messaging: Messaging,
  { id, name }: Pick<HostUser, "id" | "name">,
  by: number,
): Promise<void> {
  const others = (await guardedPeople(messaging.trx)).filter((other) => other.id !== id && other.id !== by);
  await queueMessages(
    messaging,
    others.flatMap((other) => draftFor(messaging, other, "accountGuarded", name)),
  );
}

/** Tells all administrators and privacy officers of what stands out. @param about whom; "" for nobody in particular */
export async function tellOfAlert(messaging: Messaging, kind: AlertKind, about: string): Promise<void> {
  const people = await guardedPeople(messaging.trx);
  await queueMessages(
    messaging,
    people.flatMap((person) => draftFor(messaging, person, alertTexts[kind], about)),
  );
}

/**
 * Sends people their invitations. Each link is made when the message is handed over, so it is stored nowhere.
 * @param origin the site's, `https://…`
 */
export async function sendInvitations(
  messaging: Messaging,
  people: readonly Pick<HostUser, "id" | "name" | "cellPhone">[],
  origin: string,
): Promise<void> {
  const drafts = people.flatMap((person) =>
    draftFor(messaging, person, "invitation").map((draft) => ({ ...draft, hostUserId: person.id, origin })),
  );
  await queueMessages(messaging, drafts);
}

/** Withdraws invitations to people that were not sent yet. */
export async function withdrawInvitations(
  trx: Knex.Transaction,
  hostUserIds: readonly number[],
  now: Date,
): Promise<void> {
  await SmsMessage.query(trx)
    .patch({ status: "withdrawn", nextAttemptAt: null, updatedAt: now })
    .where({ status: "queued", event: "invitation" })
    .whereIn("hostUserId", hostUserIds);
}
