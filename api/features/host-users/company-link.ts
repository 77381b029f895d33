import type { Knex } from "knex";
import { CompanyIdentity } from "#db/models/people/company-sign-in.ts";
import { logAccounts } from "./account-log.ts";

/**
 * Takes away a link that an administrator, or whoever knew the password, may have made: with the password, and where the
 * person becomes administrator or privacy officer.
 */
export async function unlinkUnvouched(
  trx: Knex.Transaction,
  person: { readonly id: number; readonly loginId: string },
  { by, now }: { readonly by: number; readonly now: Date },
): Promise<void> {
  const taken = await CompanyIdentity.query(trx)
    .where({ hostUserId: person.id })
    .where((query) => query.where({ isByAdmin: true }).orWhere({ isByPassword: true }))
    .patch(CompanyIdentity.nobodys);
  if (taken > 0) await logAccounts(trx, "companyUnlink", [person], { by, now });
}
