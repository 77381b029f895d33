/**
 * A code by SMS before a lookup or a request, where the site asks for one (docs/behaviour.md, "Lookup", "Request form").
 * Only a keyed hash of the number is stored, for minutes. No answer reveals whether the number is known.
 */

import { randomUUID } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { Language } from "#api/http/language.ts";
import { fillText, finishedText, smsBytes, smsKind } from "#contract/messages/sms-text.ts";
import { takeLock } from "#db/lock.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { Message } from "#db/models/message.ts";
import { LookupCode, LookupCodeTries } from "#db/models/visits/links.ts";
import { companyOf } from "../messages/drafts.ts";
import { codeLimit, notifyWorkers } from "../messages/queue.ts";
import { messageTexts } from "../messages/templates.ts";
import { type CodeReceiver, insertCodeMessage, tryLookupCode } from "./queries.ts";

/** How long a code is valid. */
export const codeMinutes = 5;
/**
 * Per number: codes in force, against a flood of messages. Per number and address: wrong tries, so that one caller does
 * not use up those of another.
 */
export const limits = { maxRequests: 3, maxWrong: 5 };
/** A message with a code is deleted after this time, sent or not. */
const messageMinutes = 10;

const minutes = (count: number) => count * 60_000;

/** Six digits, each as likely as the others. */
function newCode(random: Deps["random"]): string {
  for (;;) {
    const number = Buffer.from(random(4)).readUInt32BE();
    // Rejects the incomplete range above a multiple of a million, which would favour small codes.
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, "0");
  }
}

/** What a code is good for: one for a lookup does not prove the number of a request. */
type Purpose = "lookupCode" | "submitCode";

const hashWords = { lookupCode: "lookup-code", submitCode: "submit-code" } as const;

const codeHash = ({ cipher }: Pick<Deps, "cipher">, purpose: Purpose, cellPhone: string, code: string) =>
  cipher.digest(`${hashWords[purpose]} ${cellPhone} ${code}`);

interface Sending {
  readonly purpose: Purpose;
  readonly cellPhone: string;
  readonly lang: Language;
  readonly site: Configuration;
  /** Of a lookup: it is sent only if there is something to show. */
  readonly receiver?: CodeReceiver;
}

/**
 * Keeps a code and queues its message, as far as the number may get one. Does the same work and gives the same answer
 * where a lookup would show nothing.
 */
export async function sendCode(
  deps: Deps,
  { purpose, cellPhone, lang, site, receiver }: Sending,
): Promise<void> {
  const now = deps.clock();
  const expiresAt = new Date(now.getTime() + minutes(codeMinutes));
  const code = newCode(deps.random);
  const [numberHash] = deps.cipher.hashes(cellPhone) as [Buffer];
  const written = fillText(messageTexts[lang].lookupCode, { code });
  const text = finishedText(written, { company: companyOf(site, lang) });
  await deps.db.transaction(async (trx) => {
    const kept = { numberHash, codeHash: codeHash(deps, purpose, cellPhone, code), expiresAt };
    // Of two at once the second counts the code of the first.
    await takeLock(trx, `lookupCode ${numberHash.toString("hex")}`);
    const inForce = LookupCode.query(trx).where({ numberHash }).where("expiresAt", ">", now);
    if ((await inForce.resultSize()) >= limits.maxRequests) return;
    await LookupCode.query(trx).insert(kept).onConflict(["numberHash", "codeHash"]).merge();
    const ref = randomUUID();
    const message = {
      ref,
      ...deps.cipher.encryptPhone(cellPhone, ref),
      kind: smsKind(smsBytes(text)),
      text,
      lang,
    };
    const limit = codeLimit(purpose, { ...deps, now }, cellPhone);
    await insertCodeMessage(trx, message, { limit, now }, receiver);
    notifyWorkers(trx);
  });
}

/**
 * A correct code stays valid until it expires, because the page reloads its list and a cancellation needs it, too; a
 * wrong one counts for the address.
 * @param address where the call comes from
 * @throws InvalidInput on `code` where it is missing, wrong, too old, or one try too many
 */
export async function requireCode(
  deps: Pick<Deps, "db" | "cipher" | "clock">,
  purpose: Purpose,
  { cellPhone, address }: { readonly cellPhone: string; readonly address: string },
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw invalid({ code: "required" });
  const given = {
    codeHash: codeHash(deps, purpose, cellPhone, code),
    numberHashes: deps.cipher.hashes(cellPhone),
    addressHash: deps.cipher.digest(`lookup-code address ${address}`),
  };
  const now = deps.clock();
  const until = new Date(now.getTime() + minutes(codeMinutes));
  if (!(await tryLookupCode(deps.db, given, { now, until, maxWrong: limits.maxWrong })))
    throw invalid({ code: "lookupCodeWrong" });
}

/** Deletes codes and counted tries that have expired, and the messages that carried them. */
export async function forgetLookupCodes({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  await LookupCode.query(db).delete().where("expiresAt", "<=", now);
  await LookupCodeTries.query(db).delete().where("expiresAt", "<=", now);
  await Message.query(db)
    .delete()
    .where({ event: "lookupCode" })
    .where("createdAt", "<=", new Date(now.getTime() - minutes(messageMinutes)));
}
