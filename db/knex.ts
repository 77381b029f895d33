/// <reference path="./knex-postgres.d.ts" />
/** The one place where connections to PostgreSQL are made. */
import { createHash } from "node:crypto";
import createKnex, { type Knex } from "knex";
import PostgresClient, { type Statement } from "knex/lib/dialects/postgres/index.js";
import { knexSnakeCaseMappers } from "objection";
import pg from "pg";

// A date stays "YYYY-MM-DD" and a count is a number; the driver's defaults are a Date and a string.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** PostgreSQL's "cached plan must not change result type": a column was added under a prepared statement. */
const planChanged = "0A000";
const maxNames = 500;

const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= maxNames) return known;
  const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24);
  names.set(sql, name);
  return name;
}

/**
 * Knex sends statements without a name, and PostgreSQL plans every unnamed statement anew. A name made
 * from the text lets it plan once a connection. The number of names is bounded, so that texts that vary
 * without end cannot fill the server's memory. (State lives outside the class: Knex makes the clients of
 * transactions without calling the constructor.)
 */
class PreparingClient extends PostgresClient {
  override async _query(connection: unknown, statement: Statement): Promise<Statement> {
    const name = statement.bindings?.length ? nameOf(statement.sql) : undefined;
    if (name === undefined) return super._query(connection, statement);
    try {
      const options = { ...statement.options, name };
      const { response } = await super._query(connection, { ...statement, options });
      return Object.assign(statement, { response });
    } catch (error) {
      if ((error as { code?: string }).code !== planChanged) throw error;
      return super._query(connection, statement);
    }
  }
}

export interface ConnectOptions {
  /** Most connections of this process. */
  readonly poolSize?: number;
  /** Longest a statement may run, in milliseconds; 0 for no limit (migrations). */
  readonly statementTimeout?: number;
}

/**
 * Opens a pool. Column names are snake_case in the database and camelCase in rows.
 * @param url postgres://…
 */
export function connect(
  url: string,
  { poolSize = 10, statementTimeout = 15_000 }: ConnectOptions = {},
): Knex {
  return createKnex({
    client: PreparingClient as unknown as typeof createKnex.Client,
    connection: {
      connectionString: url,
      application_name: "visitor",
      connectionTimeoutMillis: 5_000,
      // Where a server compiles what looks expensive, that takes longer than any statement of ours runs.
      options: "-c jit=off",
      ...(statementTimeout > 0 && {
        statement_timeout: statementTimeout,
        lock_timeout: 5_000,
        idle_in_transaction_session_timeout: 30_000,
      }),
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 8_000,
    ...knexSnakeCaseMappers(),
  });
}
