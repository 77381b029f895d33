/**
 * Verification codes by SMS for a lookup or a request (docs/behaviour.md, "Lookup", "Request form"). Stores only a keyed hash
 * of the number, for minutes. No response reveals whether the number is known.
 */

import { randomUUID } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import type { Language } from "#api/http/language.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { fillText, finishedText, smsBytes, smsKind } from "#contract/messages/sms-text.ts";
import { takeLock } from "#db/lock.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { Message } from "#db/models/message.ts";
import { LookupCode, LookupCodeTries } from "#db/models/visits/links.ts";
import { requireBudget } from "../messages/budget.ts";
import { companyOf } from "../messages/drafts.ts";
import { codeLimit, notifyWorkers } from "../messages/queue.ts";
import { messageTexts } from "../messages/templates.ts";
import { type CodeReceiver, insertCodeMessage, tryLookupCode } from "./queries.ts";

/** How long a code is valid. */
export const codeMinutes = 5;
/**
 * `maxRequests`: valid codes per number, against a flood of messages. `maxWrong`: wrong attempts per number and address, so
 * that one caller does not use up those of another.
 */
export const codeLimits = { maxRequests: 3, maxWrong: 5 };
/** Messages with a code are deleted after this time, sent or not. */
const messageMinutes = 10;

const minutes = (count: number) => count * 60_000;

/** Counts an attempt for a mobile or reservation number; the limiter stores a keyed hash, never the number. */
export async function countNumber(deps: Deps, number: string): Promise<void> {
  const [hash] = deps.cipher.hashes(number);
  await deps.limits.consume("lookupNumber", hash?.toString("base64url") ?? "");
}

/** Six uniformly distributed digits. */
function newCode(random: Deps["random"]): string {
  for (;;) {
    const number = Buffer.from(random(4)).readUInt32BE();
    // Rejects the incomplete range above a multiple of a million, which would favour small codes.
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, "0");
  }
}

/** A code is bound to its purpose: one for a lookup does not verify the number of a request. */
type Purpose = "lookupCode" | "submitCode";

const codeHash = ({ cipher }: Pick<Deps, "cipher">, purpose: Purpose, cellPhone: string, code: string) =>
  cipher.digest(`${purpose} ${cellPhone} ${code}`);

interface CodeRequest {
  readonly purpose: Purpose;
  readonly cellPhone: string;
  readonly lang: Language;
  readonly site: Configuration;
  /** For a lookup: the code is sent only if the lookup would show a visit. */
  readonly receiver?: CodeReceiver;
}

/**
 * Stores a code and queues its message, within the number's limits. Does the same work and gives the same response where a
 * lookup would show nothing.
 * @throws as `requireBudget`
 */
export async function sendCode(
  deps: Deps,
  { purpose, cellPhone, lang, site, receiver }: CodeRequest,
): Promise<void> {
  const field = purpose === "lookupCode" ? "cellPhone" : "cellphone";
  await requireBudget(deps, site, { to: cellPhone, field });
  const now = deps.clock();
  const expiresAt = new Date(now.getTime() + minutes(codeMinutes));
  const code = newCode(deps.random);
  const [numberHash] = deps.cipher.hashes(cellPhone) as [Buffer];
  const written = fillText(messageTexts[lang].lookupCode, { code });
  const text = finishedText(written, { company: companyOf(site, lang) });
  await deps.db.transaction(async (trx) => {
    const row = { numberHash, codeHash: codeHash(deps, purpose, cellPhone, code), expiresAt };
    // Serialises concurrent requests for a number, so that each counts the other's code.
    await takeLock(trx, `lookupCode ${numberHash.toString("hex")}`);
    const validCodes = LookupCode.query(trx).where({ numberHash }).where("expiresAt", ">", now);
    if ((await validCodes.resultSize()) >= codeLimits.maxRequests) return;
    await LookupCode.query(trx).insert(row).onConflict(["numberHash", "codeHash"]).merge();
    const ref = randomUUID();
    const message = {
      ref,
      ...deps.cipher.encryptContact(cellPhone, ref),
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
 * A correct code stays valid until it expires, because reloading the list and cancelling need it, too. A wrong one counts
 * for the address.
 * @param address the caller's IP address
 * @returns an error on `code` where it is missing, wrong or expired, or after too many attempts
 */
export async function codeErrors(
  deps: Pick<Deps, "db" | "cipher" | "clock">,
  purpose: Purpose,
  { cellPhone, address }: { readonly cellPhone: string; readonly address: string },
  code: string | undefined,
): Promise<FieldErrors> {
  if (code === undefined) return { code: "required" };
  const given = {
    codeHash: codeHash(deps, purpose, cellPhone, code),
    numberHashes: deps.cipher.hashes(cellPhone),
    addressHash: deps.cipher.digest(`lookup-code address ${address}`),
  };
  const now = deps.clock();
  const until = new Date(now.getTime() + minutes(codeMinutes));
  const isRight = await tryLookupCode(deps.db, given, { now, until, maxWrong: codeLimits.maxWrong });
  return isRight ? {} : { code: "lookupCodeWrong" };
}

/** Deletes expired codes, attempts and messages with codes. */
export async function deleteExpiredLookupCodes({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  await LookupCode.query(db).delete().where("expiresAt", "<=", now);
  await LookupCodeTries.query(db).delete().where("expiresAt", "<=", now);
  await Message.query(db)
    .delete()
    .where({ event: "lookupCode" })
    .where("createdAt", "<=", new Date(now.getTime() - minutes(messageMinutes)));
}
