/** Statements that go with a transaction's commit, in one message: what only adds rows that the transaction does not read. */
import type { Knex } from "knex";

/** By the client of the transaction. */
const waiting = new WeakMap<object, string[]>();

/**
 * Runs a statement right before the commit; within a savepoint at once. It stands or falls with the transaction.
 * @param statement its values are written into its text, which PostgreSQL may log: nothing personal
 */
export async function withCommit(
  trx: Knex.Transaction,
  statement: Knex.Raw | Knex.QueryBuilder,
): Promise<void> {
  if (trx.parentTransaction) {
    await statement;
    return;
  }
  const statements = waiting.get(trx.client);
  if (statements) statements.push(statement.toQuery());
  else waiting.set(trx.client, [statement.toQuery()]);
}

/** The statements that wait for the commit of a client's transaction, in their order. */
export const waitingStatements = (client: object): readonly string[] => waiting.get(client) ?? [];
