/** Previous visitors for a reservation. Their number is copied from visit to visit without being shown. */

import type { Knex } from "knex";
import { type AuthContext, type Reader, reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { hostLabel } from "#api/host-label.ts";
import { inLanguage } from "#api/http/language.ts";
import { nameSearch } from "#api/name-search.ts";
import { fromInstant } from "#contract/dates.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import { maxPreviousVisitors, type PreviousVisitor } from "#contract/visits/previous-visitors.ts";
import { decryptEmail, decryptedOrEmpty, type FieldCipher } from "#db/field-cipher.ts";
import { UserCode } from "#db/models/reference-record.ts";
import { Accessed } from "../access-log/log-access.ts";
import type { PresentContext } from "./presenter.ts";
import { findEnteredByName } from "./queries/find-visits.ts";
import { type VisitRow, visitRows } from "./queries/visit-rows.ts";

export interface PreviousVisitorRow extends VisitRow {
  /** Of place and purpose. */
  readonly inUse: ReadonlySet<number | null>;
}

/**
 * Reads previous visitors by name, each with their last visit within the reader's scope, and logs the access. Visitors without a
 * number are distinguished by company.
 */
export async function readPreviousVisitors(
  db: Knex,
  reader: Reader,
  name: string,
): Promise<Accessed<PreviousVisitorRow>[]> {
  const search = nameSearch(name);
  if (!search) return [];
  const latest = new Map<string, number>();
  for (const visit of await findEnteredByName(db, search, reachOf(reader))) {
    const visitor = `${visit.name}\n${visit.cellHash?.toString("hex") ?? visit.company}`;
    if (!latest.has(visitor)) latest.set(visitor, visit.id);
  }
  const rows = await visitRows(db, [...latest.values()].slice(0, maxPreviousVisitors));
  const codes = await UserCode.query(db)
    .select("id")
    .where({ inUse: true })
    .modify(
      "withIds",
      rows.flatMap(({ purposeId, placeId }) => (placeId === null ? [purposeId] : [purposeId, placeId])),
    );
  const inUse = new Set(codes.map(({ id }) => id));
  const found = rows.map((row) => ({ ...row, inUse }));
  return Accessed.record(db, reader, found, ({ id }) => [id]);
}

/** Number and address to copy, without those that cannot be decrypted or bounced. */
const copiedFrom = (cipher: FieldCipher, row: VisitRow) => ({
  cellphone: decryptedOrEmpty(cipher.decryptContact(row, row.reserveNo)) || undefined,
  email: row.emailBounced ? undefined : decryptedOrEmpty(decryptEmail(cipher, row)) || undefined,
});

export function presentPreviousVisitor(
  { row }: Accessed<PreviousVisitorRow>,
  { lang, timezone, cipher }: Pick<PresentContext, "lang" | "timezone" | "cipher">,
): PreviousVisitor {
  const { cellphone, email } = copiedFrom(cipher, row);
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
    cellPhone: maskPhone(cellphone),
    emailMasked: maskEmail(email),
    carNumber: row.carNumber,
    hostUser: row.hostResigned ? null : { id: row.hostId, name: hostLabel(host, lang) },
    purpose: row.inUse.has(row.purposeId)
      ? { id: row.purposeId, name: inLanguage(lang, row.purposeName, row.purposeEnName) }
      : null,
    accessiblePlace:
      row.placeId !== null && row.inUse.has(row.placeId)
        ? { id: row.placeId, name: inLanguage(lang, row.placeName ?? "", row.placeEnName ?? "") }
        : null,
    startDate: fromInstant(row.startAt, timezone),
    companions: row.followersCnt,
  };
}

/**
 * The mobile number and e-mail address of a previous visit.
 * @returns undefined where there is no such visit within the caller's scope
 */
export async function readPreviousNumber(
  { cipher }: Pick<Deps, "cipher">,
  trx: Knex.Transaction,
  caller: AuthContext,
  id: number,
): Promise<ReturnType<typeof copiedFrom> | undefined> {
  const [row] = await visitRows(trx, [id]);
  const hosts = reachOf(caller);
  if (!row?.enteredAt || (hosts && !hosts.includes(row.hostId))) return undefined;
  return copiedFrom(cipher, row);
}
