/**
 * New host users, one or many: checked with all that is wrong at once, and stored (docs/behaviour.md, "Host users").
 */
import type { Knex } from "knex";
import * as z from "zod/mini";
import { logAccounts } from "#api/auth/account-log.ts";
import { invalid } from "#api/errors.ts";
import { type ReadFields, readFields } from "#api/http/read-fields.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { orRequired } from "#contract/fields.ts";
import { batchRow, maxBatchRows } from "#contract/people/host-users.ts";
import { isGuarded } from "#contract/roles.ts";
import { Company } from "#db/models/reference-record.ts";
import { tellGuarded } from "../messages/account-messages.ts";
import type { Messaging } from "../messages/drafts.ts";
import { notePeople } from "./locks.ts";
import { insertAccounts, type NewAccount, takenLoginIds } from "./queries.ts";

/** What must be checked against the database; what is missing is not checked. */
interface NamedByAccount {
  readonly loginId?: string | undefined;
  /** A company's id, or its whole name in either language. */
  readonly company?: number | string | undefined;
}

interface CheckedAccount {
  readonly errors: FieldErrors;
  readonly companyId: number | undefined;
}

/** Finds companies in use by id, Korean name, or English name where no other has that. */
function companyFinder(
  companies: readonly Pick<Company, "id" | "name" | "enName" | "inUse">[],
): (wanted: number | string) => number | undefined {
  const inUse = companies.filter((company) => company.inUse);
  const ids = new Set(inUse.map(({ id }) => id));
  const korean = new Map(inUse.map(({ id, name }) => [name, id]));
  return (wanted) => {
    if (typeof wanted === "number") return ids.has(wanted) ? wanted : undefined;
    const [first, ...more] = inUse.filter(({ enName }) => enName === wanted);
    return korean.get(wanted) ?? (more.length === 0 ? first?.id : undefined);
  };
}

/**
 * Checks accounts against what is stored and against each other.
 * @param self the account that is changed, whose login id and company may stay
 */
export async function checkAccounts(
  db: Knex,
  accounts: readonly NamedByAccount[],
  self?: { readonly id: number; readonly companyId: number },
): Promise<CheckedAccount[]> {
  const loginIds = accounts.flatMap(({ loginId }) => loginId ?? []);
  const taken = await takenLoginIds(db, loginIds, self?.id);
  const companies = await Company.query(db).select("id", "name", "enName", "inUse");
  const findCompany = companyFinder(companies);
  const found = new Map<number | string, number | undefined>();
  const seen = new Set<string>();
  return accounts.map(({ loginId, company }) => {
    const errors: FieldErrors = {};
    if (loginId !== undefined) {
      const key = loginId.toLowerCase();
      if (taken.has(loginId)) errors.loginId = "loginIdTaken";
      else if (seen.has(key)) errors.loginId = "loginIdTwice";
      seen.add(key);
    }
    if (company === undefined || company === self?.companyId) return { errors, companyId: self?.companyId };
    if (!found.has(company)) found.set(company, findCompany(company));
    const companyId = found.get(company);
    if (companyId === undefined) errors.company = "companyUnavailable";
    return { errors, companyId };
  });
}

/**
 * Stores accounts without passwords.
 * @returns ids by login id; one that another account took just now is missing
 */
export const createAccounts = (
  trx: Knex.Transaction,
  accounts: readonly NewAccount[],
  now: Date,
): Promise<Map<string, number>> => insertAccounts(trx, accounts, now);

/** Rows that are read one by one, so that every bad field of every row is named. */
export const anyRows = z.strictObject({
  rows: z
    .array(z.unknown(), { error: orRequired("invalid") })
    .check(z.minLength(1, "required"), z.maxLength(maxBatchRows, "tooMany")),
});

/** Errors of a row as the body names them: `rows.12.loginId`, or `rows.12` for what is no row at all. */
const ofRow = (index: number, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, code]) => [
      field === "_" ? `rows.${index}` : `rows.${index}.${field}`,
      code,
    ]),
  );

interface AddedBatch {
  readonly ids: number[];
  /** Who of them has a mobile number. */
  readonly withNumber: number[];
  /** Who has none, and an address of e-mail. */
  readonly withEmailOnly: number[];
}

/**
 * Adds people without passwords. They are invited afterwards, because an answer that is stored for an
 * idempotency key must not contain links.
 * @param outer the body, its rows not yet read
 * @param messaging with the transaction: administrators and officers are told of those who become one of them
 * @param by who does it
 * @returns ids in the order of the rows
 * @throws InvalidInput naming every bad field of every row; nothing is stored then
 */
export async function addBatch(
  messaging: Messaging,
  outer: ReadFields<z.output<typeof anyRows>>,
  by: number,
): Promise<AddedBatch> {
  const { trx, now } = messaging;
  const given = outer.validFields.rows ?? [];
  const read = given.map((row) => readFields(batchRow, row));
  const checked = await checkAccounts(
    trx,
    read.map(({ validFields: { loginId, company } }) => ({ loginId, company })),
  );
  const errors: FieldErrors = { ...outer.errors };
  const accounts: NewAccount[] = [];
  for (const [index, { value, errors: own }] of read.entries()) {
    const { companyId, errors: stored } = checked[index] ?? { errors: {} };
    Object.assign(errors, ofRow(index, { ...stored, ...own }));
    if (value && companyId !== undefined) accounts.push({ ...value, companyId });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);

  const ids = await createAccounts(trx, accounts, now);
  for (const [index, { loginId }] of accounts.entries()) {
    if (!ids.has(loginId)) Object.assign(errors, ofRow(index, { loginId: "loginIdTaken" }));
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const added = accounts.map(({ loginId, name, role, cellPhone, email }) => ({
    id: ids.get(loginId) as number,
    loginId,
    name,
    toRole: role,
    cellPhone,
    email,
  }));
  await logAccounts(trx, "add", added, { by, now });
  await tellGuarded(
    messaging,
    added.filter(({ toRole }) => isGuarded(toRole)),
    by,
  );
  await notePeople(trx);
  const idsOf = (some: typeof added) => some.map(({ id }) => id);
  return {
    ids: idsOf(added),
    withNumber: idsOf(added.filter(({ cellPhone }) => Boolean(cellPhone))),
    withEmailOnly: idsOf(added.filter(({ cellPhone, email }) => !cellPhone && Boolean(email))),
  };
}
