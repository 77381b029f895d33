/**
 * A code by SMS before a lookup, where the site asks for one (decisions, "Public"). What is kept of a number
 * is a keyed hash, and that for minutes. Whether there is anybody to send a code to, no answer tells.
 */

import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import { wakeSenders } from "#api/features/messages/notify-workers.ts";
import type { Language } from "#api/http/language.ts";
import { fillText, finishedText, smsBytes, smsKind } from "#contract/sms-text.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { companyOf } from "../messages/queue.ts";
import { messageTexts } from "../messages/templates.ts";

/** Who asks: a name and a hyphenated mobile number. */
export interface Person {
  readonly name: string;
  readonly cellPhone: string;
}

/** A code is good for so long. */
export const codeMinutes = 5;
/** Wrong tries, over all codes of a number while one is in force. */
export const mostWrong = 5;
/** Codes of a number while one is in force: nobody's telephone is to be flooded. */
export const mostRequests = 3;
/** So long after it was written a message with a code is thrown away, sent or not. */
const messageMinutes = 10;

const minutes = (count: number) => count * 60_000;

/** Six digits, each as likely as the others. */
function newCode(random: Deps["random"]): string {
  for (;;) {
    const number = Buffer.from(random(4)).readUInt32BE();
    // What is left over above a multiple of a million would favour small ones.
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, "0");
  }
}

const codeHash = ({ cipher }: Pick<Deps, "cipher">, cellPhone: string, code: string) =>
  cipher.digest(`lookup-code ${cellPhone} ${code}`);

/** Keeps a new code. @returns false where the number has had enough of them for now */
async function keep(
  trx: Knex.Transaction,
  row: { readonly numberHash: Buffer; readonly codeHash: Buffer },
  now: Date,
): Promise<boolean> {
  const kept = await trx.raw(
    `INSERT INTO lookup_codes AS known (number_hash, code_hash, expires_at) VALUES (:numberHash, :codeHash, :until)
     ON CONFLICT (number_hash) DO UPDATE SET
       code_hash = excluded.code_hash, expires_at = excluded.expires_at,
       requests = CASE WHEN known.expires_at > :now THEN known.requests + 1 ELSE 1 END,
       wrong = CASE WHEN known.expires_at > :now THEN known.wrong ELSE 0 END
       WHERE known.expires_at <= :now OR (known.requests < ${mostRequests} AND known.wrong < ${mostWrong})
     RETURNING true`,
    { ...row, now, until: new Date(now.getTime() + minutes(codeMinutes)) },
  );
  return kept.rowCount === 1;
}

/** Writes the message for whoever has visits under the name and number; one statement whether or not. */
async function write(
  trx: Knex.Transaction,
  deps: Pick<Deps, "cipher">,
  {
    person,
    text,
    lang,
    since,
    now,
  }: {
    readonly person: Person;
    readonly text: string;
    readonly lang: Language;
    readonly since: Date;
    readonly now: Date;
  },
): Promise<void> {
  const { name, cellPhone } = person;
  const ref = randomUUID();
  await trx.raw(
    `INSERT INTO sms_messages (ref, to_name, cell_cipher, cell_key, cell_hash, cell_last_four_hash,
       cell_hash_key, kind, event, text, lang, most_attempts, next_attempt_at, created_at, updated_at)
     SELECT :ref, '', :cellCipher::bytea, :cellKey, :cellHash::bytea, :cellLastFourHash::bytea, :cellHashKey,
       :kind, 'lookupCode', :text, :lang, 3, now, now, now
     FROM (SELECT :now::timestamptz AS now) AS at
     WHERE EXISTS (SELECT FROM visits v WHERE v.cell_hash = ANY(:hashes::bytea[]) AND v.hidden_at IS NULL
       AND v.created_at >= :since AND search_text(v.name) = search_text(:name))`,
    {
      ...{ ref, ...deps.cipher.seal(cellPhone, ref) },
      ...{ kind: smsKind(smsBytes(text)), text, lang, now, since, name },
      hashes: deps.cipher.hashes(cellPhone),
    },
  );
}

/**
 * Sends a code to the person's number, if there are visits that it would show. Takes the same way, and
 * tells the same, where there are none.
 * @param since the earliest application that a lookup shows
 */
export async function sendLookupCode(
  deps: Deps,
  person: Person,
  { lang, since, site }: { readonly lang: Language; readonly since: Date; readonly site: Configuration },
): Promise<void> {
  const { cellPhone } = person;
  const now = deps.clock();
  const code = newCode(deps.random);
  const [numberHash] = deps.cipher.hashes(cellPhone) as [Buffer];
  const written = fillText(messageTexts[lang].lookupCode, { code });
  const text = finishedText(written, { company: companyOf(site, lang) });
  await deps.db.transaction(async (trx) => {
    if (!(await keep(trx, { numberHash, codeHash: codeHash(deps, cellPhone, code) }, now))) return;
    await write(trx, deps, { person, text, lang, since, now });
    wakeSenders(trx);
  });
}

/**
 * A right code may be used again while it is good, because the page reads its list anew; a wrong one counts.
 * @throws InvalidInput on `code` where it is missing, wrong, too old, or one try too many
 */
export async function requireLookupCode(
  deps: Pick<Deps, "db" | "cipher" | "clock">,
  cellPhone: string,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw invalid({ code: "required" });
  const { rows } = await deps.db.raw<{ rows: { right: boolean }[] }>(
    `UPDATE lookup_codes SET wrong = wrong + (code_hash <> :given::bytea)::integer
     WHERE number_hash = ANY(:hashes::bytea[]) AND expires_at > :now AND wrong < ${mostWrong}
     RETURNING code_hash = :given::bytea AS "right"`,
    {
      given: codeHash(deps, cellPhone, code),
      hashes: deps.cipher.hashes(cellPhone),
      now: deps.clock(),
    },
  );
  if (!rows.some(({ right }) => right)) throw invalid({ code: "lookupCodeWrong" });
}

/** Throws away codes that are over, and the messages that carried them. */
export async function forgetLookupCodes({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  await db("lookupCodes").where("expiresAt", "<=", now).del();
  await db.raw("DELETE FROM sms_messages WHERE event = 'lookupCode' AND created_at <= ?", [
    new Date(now.getTime() - minutes(messageMinutes)),
  ]);
}
