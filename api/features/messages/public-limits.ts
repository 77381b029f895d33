/**
 * How many messages visitors of the public site may cause: the numbers that they enter are unproved
 * (docs/decisions/messages/notices.md).
 */
import type { Knex } from "knex";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { Destination } from "./drafts.ts";
import { takeMessage } from "./queries/outbox.ts";

export { type MessageLimit, takeMessage } from "./queries/outbox.ts";

const hour = 3_600_000;

const limits = {
  number: { max: 3, ms: 24 * hour },
  host: { max: 20, ms: hour },
  hostNotice: { max: 10, ms: hour },
  lookupCode: { max: 10, ms: 24 * hour },
  submitCode: { max: 5, ms: 24 * hour },
} as const;

interface Counting {
  readonly trx: Knex.Transaction;
  readonly now: Date;
}

const untilOf = (purpose: keyof typeof limits, now: Date) => new Date(now.getTime() + limits[purpose].ms);

const keyOf = (cipher: FieldCipher, cellPhone: string): string =>
  (cipher.hashes(cellPhone)[0] as Buffer).toString("hex");

/** The messages of these that still may go to their numbers and addresses. */
export async function withinNumbers<Message extends Destination>(
  { trx, cipher, now }: Counting & { readonly cipher: FieldCipher },
  messages: readonly Message[],
): Promise<Message[]> {
  const keyed = messages.map((message) => ({
    message,
    // Mail servers deliver to one address however its letters are written.
    key: keyOf(cipher, message.email?.toLowerCase() ?? message.cellPhone ?? ""),
  }));
  const taken = { max: limits.number.max, now, until: untilOf("number", now) };
  const within: Message[] = [];
  // In one order, so that two groups with the same numbers do not wait for each other in a ring.
  for (const { message, key } of keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if ((await takeMessage(trx, { purpose: "number", key, ...taken })) !== undefined) within.push(message);
  }
  return within;
}

/** Whether one more message may go to a host: as itself, as the summary that stands for all further ones, or not. */
export async function withinHost(
  { trx, now }: Counting,
  hostUserId: number,
  purpose: "host" | "hostNotice",
): Promise<"yes" | "summary" | "no"> {
  const { max } = limits[purpose];
  const key = String(hostUserId);
  const used = await takeMessage(trx, { purpose, key, max: max + 1, until: untilOf(purpose, now), now });
  if (used === undefined) return "no";
  return used > max ? "summary" : "yes";
}

/** How the codes to a number are counted. */
export const codeLimit = (
  purpose: "lookupCode" | "submitCode",
  { cipher, now }: { readonly cipher: FieldCipher; readonly now: Date },
  cellPhone: string,
) => ({
  purpose,
  key: keyOf(cipher, cellPhone),
  max: limits[purpose].max,
  until: untilOf(purpose, now),
});
