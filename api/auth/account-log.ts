/** Log of accounts: changes of access, and who made them. Written with the change; append-only. */
import type { Knex } from "knex";
import type { AccountAction } from "#contract/people/host-user-access.ts";
import type { Role } from "#contract/roles.ts";
import { AccountLog } from "#db/models/logs.ts";

interface LoggedAccount {
  readonly id: number;
  readonly loginId: string;
  readonly fromRole?: Role;
  readonly toRole?: Role;
}

/** Rows per statement, to stay below PostgreSQL's maximum of parameters. */
const chunk = 1_000;

/** Adds a row per account. @param address the caller's, for changes to one's own access */
export async function logAccounts(
  trx: Knex.Transaction,
  action: AccountAction,
  accounts: readonly LoggedAccount[],
  { by, now, address = null }: { by: number; now: Date; address?: string | null | undefined },
): Promise<void> {
  const common = { at: now, action, actorId: by, address };
  const rows = accounts.map(({ id: hostUserId, loginId, fromRole = null, toRole = null }) => ({
    ...common,
    hostUserId,
    loginId,
    fromRole,
    toRole,
  }));
  for (let from = 0; from < rows.length; from += chunk)
    await AccountLog.query(trx).insert(rows.slice(from, from + chunk));
}
