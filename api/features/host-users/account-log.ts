/** Who gave, changed or took whose access: kept with the change itself, and never altered. */
import type { Knex } from "knex";
import type { AccountAction } from "#contract/people/host-user-access.ts";
import { insertAccountLog, type LoggedAccount } from "#db/statements/accounts.ts";

export interface AccountWork {
  /** Who does it. */
  readonly by: number;
  readonly now: Date;
  /** From where, when an invitation is accepted. */
  readonly address?: string;
}

/** Adds a row for each of the people concerned. */
export const logAccounts = (
  trx: Knex.Transaction,
  action: AccountAction,
  accounts: readonly LoggedAccount[],
  { by: actorId, now: at, address }: AccountWork,
): Promise<void> => insertAccountLog(trx, accounts, { action, actorId, at, address });
