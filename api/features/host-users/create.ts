/**
 * New host users, one or many: checked with all that is wrong at once, and stored (docs/behaviour.md, "Host users").
 */

import type { Knex } from "knex";
import type { FieldErrors } from "#contract/errors.ts";
import { Company } from "#db/models/reference-record.ts";
import { insertAccounts, type NewAccount, takenLoginIds } from "./queries.ts";

/** What must be checked against the database; what is missing is not checked. */
export interface NamedByAccount {
  readonly loginId?: string | undefined;
  /** A company's id, or its whole name in either language. */
  readonly company?: number | string | undefined;
}

export interface CheckedAccount {
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
