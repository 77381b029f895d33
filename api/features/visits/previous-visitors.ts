/** Who came before, offered to whoever reserves, and their number, which goes from visit to visit unseen. */

import type { Knex } from "knex";
import { type AuthContext, type Reader, reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { hostLabel } from "#api/host-label.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import type { PreviousVisitor } from "#contract/visits/previous-visitors.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { nameSearch } from "#db/queries/names.ts";
import { emailOf } from "#db/queries/visits/email.ts";
import {
  type PreviousVisitorRow,
  previousNumber,
  previousVisitors,
} from "#db/queries/visits/previous-visitors.ts";
import { Accessed } from "../access-log/log-access.ts";

/**
 * People who came before and whose name holds the text, as far as their visits are the reader's, with the trace of
 * reading them.
 */
export async function readPreviousVisitors(
  db: Knex,
  reader: Reader,
  name: string,
): Promise<Accessed<PreviousVisitorRow>[]> {
  const search = nameSearch(name);
  const rows = search ? await previousVisitors(db, search, reachOf(reader)) : [];
  return Accessed.record(db, reader, rows, ({ id }) => [id]);
}

interface Seen {
  readonly lang: Language;
  /** IANA name of the site's zone. */
  readonly timezone: string;
  readonly cipher: FieldCipher;
}

/** A number that cannot be read counts as none: it cannot be copied either. */
function readableNumber(
  cipher: FieldCipher,
  row: Pick<PreviousVisitorRow, "reserveNo" | "cellCipher" | "cellKey">,
): string | undefined {
  const number = cipher.numberOf(row, row.reserveNo);
  return typeof number === "string" ? number : undefined;
}

/** One that nobody is at is not copied either. */
function readableEmail(
  cipher: FieldCipher,
  row: Pick<PreviousVisitorRow, "id" | "emailCipher" | "emailKey" | "emailBounced">,
): string | undefined {
  const email = row.emailBounced ? undefined : emailOf(cipher, row);
  return typeof email === "string" ? email : undefined;
}

export function presentPreviousVisitor(
  { row }: Accessed<PreviousVisitorRow>,
  { lang, timezone, cipher }: Seen,
): PreviousVisitor {
  const host = {
    name: row.hostName,
    enName: row.hostEnName,
    companyName: row.hostCompany,
    companyEnName: row.hostCompanyEn,
    department: row.hostDepartment,
    position: row.hostPosition,
  };
  return {
    id: row.id,
    name: row.name,
    company: row.company,
    position: row.position,
    cellPhone: maskPhone(readableNumber(cipher, row)),
    emailMasked: maskEmail(readableEmail(cipher, row)),
    carNumber: row.carNumber,
    hostUser: row.hostResigned ? null : { id: row.hostId, name: hostLabel(host, lang) },
    purpose: row.purposeInUse
      ? { id: row.purposeId, name: inLanguage(lang, row.purposeName, row.purposeEnName) }
      : null,
    startDate: fromInstant(row.startAt, timezone),
    companions: row.companions,
  };
}

/**
 * The mobile number and the address of e-mail of a visit that the caller may be offered.
 * @returns undefined where there is no such visit, or it is somebody else's
 */
export async function readPreviousNumber(
  { cipher }: Pick<Deps, "cipher">,
  trx: Knex.Transaction,
  caller: AuthContext,
  id: number,
): Promise<{ readonly cellphone: string | undefined; readonly email: string | undefined } | undefined> {
  const kept = await previousNumber(trx, id, reachOf(caller));
  if (!kept) return undefined;
  return {
    cellphone: readableNumber(cipher, kept),
    email: readableEmail(cipher, { id, ...kept }),
  };
}
