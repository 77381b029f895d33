/**
 * Links by which visitors see their own visit (docs/decisions/public-site/visit-links.md). Only the token's hash is
 * stored. A link is created when its message is sent, and ends with its visit.
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { visitLinkPath } from "#contract/visits/visit-links.ts";
import { decryptEmail, type FieldCipher } from "#db/field-cipher.ts";
import { VisitLink } from "#db/models/visits/links.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { VisitEmail } from "#db/models/visits/visit-email.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** Whether a number or an address is currently the visit's. */
async function isCurrentContact(
  trx: Knex.Transaction,
  cipher: FieldCipher,
  visit: Pick<Visit, "id" | "reserveNo" | "cellCipher" | "cellKey">,
  to: string,
): Promise<boolean> {
  if (!to.includes("@")) return cipher.decryptContact(visit, visit.reserveNo) === to;
  const mail = await VisitEmail.query(trx).findOne({ visitId: visit.id }).select("cellCipher", "cellKey");
  const encrypted = { id: visit.id, emailCipher: mail?.cellCipher ?? null, emailKey: mail?.cellKey ?? null };
  return decryptEmail(cipher, encrypted) === to;
}

/**
 * Creates a link for the recipient of a message. Locks the visit, so that a correction at the same time is seen.
 * @param origin of the site, `https://…`
 * @param to the recipient's number or address
 * @returns the link in the visit's language, with its token in the fragment, which browsers do not send; undefined
 *   where the visit is over, or has another number or address by now
 */
export function createVisitLink(
  { db, cipher, clock, random }: Pick<Deps, "db" | "cipher" | "clock" | "random">,
  { visitId, origin, to }: { readonly visitId: number; readonly origin: string; readonly to: string },
): Promise<string | undefined> {
  return db.transaction(async (trx) => {
    const visit = await Visit.query(trx)
      .select("id", "reserveNo", "cellCipher", "cellKey", "lang")
      .findById(visitId)
      .whereNull("hiddenAt")
      .whereNotIn("statusCode", ["cancelled", "ended"])
      .forNoKeyUpdate();
    if (!visit || !(await isCurrentContact(trx, cipher, visit, to))) return undefined;
    return `${origin}${await insertLink(trx, visit, { clock, random })}`;
  });
}

async function insertLink(
  trx: Knex.Transaction,
  { id, lang }: Pick<Visit, "id" | "lang">,
  { clock, random }: Pick<Deps, "clock" | "random">,
): Promise<string> {
  const token = newToken(random);
  await VisitLink.query(trx).insert({ tokenHash: hashOfToken(token), visitId: id, createdAt: clock() });
  return `${visitLinkPath}${lang === "ko" ? "" : `?lang=${lang}`}#${token}`;
}

/**
 * Creates a link that a leader hands over to a companion.
 * @returns the link relative to the site's origin; undefined for an unknown companion, or one who got a message
 */
export function createCompanionLink(
  { db, ...deps }: Pick<Deps, "db" | "clock" | "random">,
  companion: { readonly leaderId: number; readonly reserveNo: string },
): Promise<string | undefined> {
  return db.transaction(async (trx) => {
    const visit: Pick<Visit, "id" | "lang"> | undefined = await trx("visits as v")
      .select("v.id", "v.lang")
      .where(companion)
      .whereNull("v.hiddenAt")
      .whereIn("v.statusCode", ["applied", "approved", "entered", "exited"])
      .whereNotExists(trx("visitConsents as c").where("c.visitId", trx.ref("v.id")).where("c.agreed", true))
      .whereNotExists(
        trx("messages as m")
          .where("m.visitId", trx.ref("v.id"))
          .whereNull("m.hostUserId")
          .whereIn("m.status", ["queued", "sending", "sent", "unknown"]),
      )
      .forNoKeyUpdate()
      .first();
    return visit && insertLink(trx, visit, deps);
  });
}

export async function endVisitLinks(trx: Knex.Transaction, visitId: number): Promise<void> {
  await VisitLink.query(trx).delete().where({ visitId });
}
