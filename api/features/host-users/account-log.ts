/** Who gave, changed or took whose access: kept with the change itself, and never altered. */
import type { Knex } from "knex";
import type { AccountAction } from "#contract/host-users.ts";
import type { Role } from "#contract/roles.ts";

export interface AccountChange {
  readonly id: number;
  readonly loginId: string;
  readonly fromRole?: Role;
  readonly toRole?: Role;
}

export interface AccountWork {
  /** Who does it. */
  readonly by: number;
  readonly now: Date;
}

/** Adds a row for each of the people concerned. */
export async function logAccounts(
  trx: Knex.Transaction,
  action: AccountAction,
  changes: readonly AccountChange[],
  { by, now }: AccountWork,
): Promise<void> {
  await trx.raw(
    `INSERT INTO account_log (at, host_user_id, login_id, action, from_role, to_role, actor_id)
     SELECT ?::timestamptz, id, "loginId", ?, "fromRole", "toRole", ?
     FROM json_to_recordset(?::json) AS c (id integer, "loginId" text, "fromRole" text, "toRole" text)`,
    [now, action, by, JSON.stringify(changes)],
  );
}
