/** Unmasks a visitor's numbers and e-mail address for a reason, with the access logged. */

import { actorOf, onBehalfOf, type Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import type { Language } from "#api/http/language.ts";
import { maskDecryptedEmail, maskDecryptedPhone } from "#api/http/language.ts";
import { redactPerson } from "#api/redact.ts";
import { recordOnBehalf } from "#db/caller.ts";
import { decryptEmail, decryptedOrEmpty } from "#db/field-cipher.ts";
import { logAccess } from "../access-log/log-access.ts";
import { requireVisit } from "./read.ts";

/**
 * The visitor's mobile number, company number and e-mail address; empty where there is none, a message where it cannot be
 * decrypted. The reason is stored for years, so it is redacted.
 * @throws HttpError 404 where there is no such visit or it is another host's; 429 after too many within an hour
 */
export async function unmaskPhone(
  { db, cipher, limits }: Pick<Deps, "db" | "cipher" | "limits">,
  reader: Reader,
  id: number,
  { reason, lang }: { readonly reason: string; readonly lang: Language },
) {
  await limits.consume("reveal", String(reader.id));
  return db.transaction(async (trx) => {
    const row = await requireVisit(trx, reader, id);
    recordOnBehalf(onBehalfOf(actorOf(reader), row.hostId));
    const number = cipher.decryptContact(row, row.reserveNo);
    const cellPhone = decryptedOrEmpty(number);
    const address = decryptEmail(cipher, row);
    const email = decryptedOrEmpty(address);
    const [personHash] = cellPhone === "" ? [] : cipher.hashes(cellPhone);
    await logAccess(trx, reader, {
      visitIds: [id],
      reason: redactPerson(reason, row.name, [row.company, row.carNumber, cellPhone, row.phone, email]),
      personHash,
    });
    return {
      cellPhone: cellPhone || maskDecryptedPhone(number, lang),
      phone: row.phone,
      email: email || maskDecryptedEmail(address, lang),
    };
  });
}
