/**
 * Validates and creates host users, one or many (docs/behaviour.md, "Host users").
 */
import type { Knex } from "knex";
import * as z from "zod/mini";
import { logAccounts } from "#api/auth/account-log.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import { type ReadFields, readFields } from "#api/http/read-fields.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { orRequired } from "#contract/fields.ts";
import { batchRow, loginKey, maxBatchRows } from "#contract/people/host-users.ts";
import { isGuarded } from "#contract/roles.ts";
import { Company } from "#db/models/reference-record.ts";
import { notifyOfGuardedAccounts } from "../messages/account-messages.ts";
import { sendsMessages } from "../messages/drafts.ts";
import type { AccountChange } from "./deliver-invitations.ts";
import { publishHostUserChange } from "./locks.ts";
import { insertAccounts, type NewAccount, takenLoginIds } from "./queries.ts";

export { insertAccounts } from "./queries.ts";

/** Ids of companies in use by id, by Korean name, and by English name where it is unique. */
async function companiesByKey(db: Knex): Promise<ReadonlyMap<number | string, number | undefined>> {
  const companies = await Company.query(db).select("id", "name", "enName").where({ inUse: true });
  const found = new Map<number | string, number | undefined>();
  for (const { id, enName } of companies) found.set(enName, found.has(enName) ? undefined : id);
  for (const { id, name } of companies) found.set(name, id).set(id, id);
  return found;
}

/**
 * Checks accounts against the database and against each other.
 * @param accounts each with a company's id, or its full name in either language; missing fields are not checked
 * @param self the account being changed, which may keep its login id and company
 */
export async function checkAccounts(
  db: Knex,
  accounts: readonly { loginId?: string | undefined; company?: number | string | undefined }[],
  self?: { readonly id: number; readonly companyId: number },
): Promise<{ errors: FieldErrors; companyId: number | undefined }[]> {
  const loginIds = accounts.flatMap(({ loginId }) => loginId ?? []);
  const taken = await takenLoginIds(db, loginIds, self?.id);
  const companies = await companiesByKey(db);
  const seen = new Set<string>();
  return accounts.map(({ loginId, company }) => {
    const errors: FieldErrors = {};
    if (loginId !== undefined) {
      const key = loginKey(loginId);
      if (taken.has(loginId)) errors.loginId = "loginIdTaken";
      else if (seen.has(key)) errors.loginId = "loginIdTwice";
      seen.add(key);
    }
    if (company === undefined || company === self?.companyId) return { errors, companyId: self?.companyId };
    const companyId = companies.get(company);
    if (companyId === undefined) errors.company = "companyUnavailable";
    return { errors, companyId };
  });
}

/** Rows are validated one by one, so that the error names every invalid field of every row. */
export const unvalidatedRows = z.strictObject({
  rows: z
    .array(z.unknown(), { error: orRequired("invalid") })
    .check(z.minLength(1, "required"), z.maxLength(maxBatchRows, "tooMany")),
});

/** Errors of a row by their path in the body: `rows.12.loginId`, or `rows.12` where it is not an object. */
const withRowPath = (index: number, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, code]) => [
      field === "_" ? `rows.${index}` : `rows.${index}.${field}`,
      code,
    ]),
  );

/**
 * Creates accounts without passwords. A later call invites them, because a response that is stored for an idempotency key
 * must not contain links.
 * @param body the body with unvalidated rows
 * @returns ids in the order of the rows; `reachable`: ids of people who can get a message
 * @throws InvalidInput naming every invalid field of every row; nothing is stored then
 */
export async function addBatch(
  trx: Knex.Transaction,
  { cipher, clock, mail, sms }: Deps,
  body: ReadFields<z.output<typeof unvalidatedRows>>,
  { by, site }: Omit<AccountChange, "origin">,
): Promise<{ saved: number; ids: number[]; reachable: number[] }> {
  const now = clock();
  const given = body.validFields.rows ?? [];
  const read = given.map((row) => readFields(batchRow, row));
  const checked = await checkAccounts(
    trx,
    read.map(({ validFields: { loginId, company } }) => ({ loginId, company })),
  );
  const errors: FieldErrors = { ...body.errors };
  const accounts: NewAccount[] = [];
  for (const [index, { value, errors: own }] of read.entries()) {
    const { companyId, errors: stored } = checked[index] ?? { errors: {} };
    Object.assign(errors, withRowPath(index, { ...stored, ...own }));
    if (value && companyId !== undefined) accounts.push({ ...value, companyId });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);

  const ids = await insertAccounts(trx, accounts, now);
  for (const [index, { loginId }] of accounts.entries())
    if (!ids.has(loginId)) Object.assign(errors, withRowPath(index, { loginId: "loginIdTaken" }));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const added = accounts.map(({ loginId, name, role: toRole, cellPhone, email }) => ({
    id: ids.get(loginId) as number,
    loginId,
    name,
    toRole,
    cellPhone,
    email,
  }));
  await logAccounts(trx, "add", added, { by, now });
  const guarded = added.filter(({ toRole }) => isGuarded(toRole));
  await notifyOfGuardedAccounts({ trx, cipher, sms, mail, now, site }, guarded, by);
  await publishHostUserChange(trx);
  const reachable = added.filter(
    ({ cellPhone, email }) => (cellPhone && sendsMessages(sms)) || (email && sendsMessages(mail)),
  );
  return {
    saved: added.length,
    ids: added.map(({ id }) => id),
    reachable: reachable.map(({ id }) => id).sort((a, b) => a - b),
  };
}
