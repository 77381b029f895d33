/// <reference path="./connection-knex.d.ts" />
/** Connections to PostgreSQL: Knex with pg (docs/decisions/server/time-limits.md). */
import { createHash } from "node:crypto";
import createKnex, { type Knex } from "knex";
import PostgresTransaction from "knex/lib/dialects/postgres/execution/pg-transaction.js";
import PostgresClient, { type Connection, type Statement } from "knex/lib/dialects/postgres/index.js";
import { knexSnakeCaseMappers } from "objection";
import pg from "pg";
import { messageOf } from "#contract/thrown.ts";
import { callRow, currentCall } from "./caller.ts";
import { sessionSettings, timeLimits, transactionLimits } from "./connection-settings.ts";
import { DatabaseUnavailable, errorCode, isSqlState } from "./error-code.ts";

// Dates stay "YYYY-MM-DD", and counts are numbers.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Statements whose commit waits for a standby; values are not part of a statement. A locked row is a write, too. */
const writePattern = /\b(insert|update|delete|share)\b/i;

/** Called with each statement and its name, if prepared; returns a callback for its end. */
export type ObserveStatement = (sql: string, name: string | undefined) => (error?: unknown) => void;

/** State of a database that the pools of a process share. */
export class DatabaseState {
  /** Connections without an answer since then may be dead, because one of them was. */
  suspectBefore = -1;
  /** Time of the last answer on any connection. */
  heardAt = -1;
  /** Connecting failed; until then no attempt is made. */
  awayUntil = -1;
  /** PostgreSQL's disk is full, until a write succeeds. */
  isFull = false;
  /** Commits wait for a standby that does not answer. */
  writesWait = false;

  get canWrite(): boolean {
    return !this.isFull && !this.writesWait;
  }
}

export const databaseState = (db: Knex): DatabaseState => db.client.config.state;

interface ClientConfig extends Knex.Config {
  readonly settings: Readonly<Record<string, string | number>>;
  readonly state: DatabaseState;
  readonly onStatement: ObserveStatement | undefined;
}

const names = new Map<string, string>();

/** A name made of the text, so that PostgreSQL plans once per connection. Bounded, as texts may vary endlessly. */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= 500) return known;
  const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24);
  names.set(sql, name);
  return name;
}

/** Behind a pooler the process id differs from the backend's; one that supports prepared statements renames them. */
async function detectPooler(connection: Connection) {
  try {
    const { rows } = await connection.query<{ pid: number; isNamed: boolean }>({
      name: "visitor_route",
      text: `SELECT pg_backend_pid() AS pid,
        EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'visitor_route') AS "isNamed"`,
    });
    const isPooled = rows[0]?.pid !== connection.processID;
    return { isPooled, hasNames: !isPooled || rows[0]?.isNamed === false };
  } catch (error) {
    // Already prepared: another client of the pooler used this connection.
    if (errorCode(error) !== "42P05") throw error;
    return { isPooled: true, hasNames: false };
  }
}

/** Passes the caller to PostgreSQL, and adds the call's row to the event log. Savepoints do neither. */
class Transaction extends PostgresTransaction {
  override async begin(connection: Connection): Promise<void> {
    await super.begin(connection);
    const { hostUserId, apiKeyId, address, call } = currentCall() ?? {};
    const settings = {
      ...(connection.isPooled && (this.client as Client).config.settings),
      ...(call && { "visitor.caller": JSON.stringify({ hostUserId, apiKeyId, address, call }) }),
    };
    if (Object.keys(settings).length === 0) return;
    const sql = "SELECT set_config(key, value, true) FROM json_each_text(?::json)";
    await this.client.query(connection, { sql, bindings: [JSON.stringify(settings)] }).catch((error) => {
      connection.__knex__disposed = error;
      throw error;
    });
  }

  override async commit(connection: Connection, value?: unknown): Promise<unknown> {
    const call = currentCall();
    if (!call || call.isRecorded || call.subject === undefined) return super.commit(connection, value);
    // Later statements of the work fail.
    this._completed = true;
    try {
      const { response } = await this.client.query(connection, callRow(call));
      if (response?.rowCount === 1)
        this.transactor.executionPromise.then(
          () => Object.assign(call, { isRecorded: true }),
          () => {},
        );
    } catch (error) {
      this._completed = false;
      return this.rollback(connection, error);
    }
    this._completed = false;
    return super.commit(connection, value);
  }
}

class Client extends PostgresClient {
  declare readonly config: ClientConfig;

  override transaction(container: unknown, config: Knex.TransactionConfig, outer?: unknown) {
    return new Transaction(this, container, config, outer);
  }

  override async acquireConnection(): Promise<Connection> {
    if (this.pool?.numFree() === 0 && performance.now() < this.config.state.awayUntil)
      throw new DatabaseUnavailable("the database does not answer");
    return super.acquireConnection();
  }

  override async acquireRawConnection(): Promise<Connection> {
    const settings = this.connectionSettings;
    const { state } = this.config;
    const begunAt = performance.now();
    const connection = await super.acquireRawConnection().catch((error) => {
      // An attempt that was begun before the database came back says nothing.
      if (!isSqlState(errorCode(error)) && state.heardAt < begunAt)
        state.awayUntil = performance.now() + timeLimits.away;
      // PgBouncer refuses settings in the startup message.
      if (settings.options === undefined || !/unsupported startup parameter/i.test(messageOf(error)))
        throw error;
      this.connectionSettings = { ...settings, options: undefined };
      return super.acquireRawConnection();
    });
    const pooling = await detectPooler(connection).catch((error) => {
      void connection.end();
      throw error;
    });
    return Object.assign(connection, { ...pooling, heardAt: performance.now() });
  }

  override validateConnection({ heardAt = 0 }: Connection): boolean {
    return heardAt > this.config.state.suspectBefore;
  }

  override async _query(connection: Connection, statement: Statement): Promise<Statement> {
    const { state, onStatement } = this.config;
    if (state.writesWait && writePattern.test(statement.sql))
      throw new DatabaseUnavailable("writes wait for a standby");
    // Statements without values are not prepared.
    const hasName = connection.hasNames && statement.bindings?.length && !statement.options?.isUnnamed;
    const name = hasName ? nameOf(statement.sql) : undefined;
    const end = onStatement?.(statement.sql, name);
    const sentAt = performance.now();
    try {
      const answer = await this.sendNamed(connection, statement, name);
      state.heardAt = performance.now();
      connection.heardAt = state.heardAt;
      end?.();
      return answer;
    } catch (error) {
      end?.(error);
      // PostgreSQL's disk_full.
      if (errorCode(error) === "53100") state.isFull = true;
      if (messageOf(error) === "Query read timeout") {
        connection.__knex__disposed = error;
        void connection.end();
        if (statement.options?.query_timeout === undefined)
          state.suspectBefore = Math.max(state.suspectBefore, sentAt);
      }
      if (!connection.__knex__disposed || isSqlState(errorCode(error))) throw error;
      throw new DatabaseUnavailable("the connection to the database was lost", { cause: error });
    }
  }

  async sendNamed(connection: Connection, statement: Statement, name?: string): Promise<Statement> {
    if (name === undefined) return super._query(connection, statement);
    try {
      const named = { ...statement, options: { ...statement.options, name } };
      const { response } = await super._query(connection, named);
      return Object.assign(statement, { response });
    } catch (error) {
      // A column was added since the statement was prepared.
      if (errorCode(error) !== "0A000") throw error;
      return super._query(connection, statement);
    }
  }
}

export interface ConnectOptions {
  readonly poolSize?: number;
  /** False for work without timeouts, such as migrations. */
  readonly isLimited?: boolean;
  /** Statement timeout, and idle time until a connection is closed. */
  readonly statementMs?: number;
  readonly idleMs?: number;
  readonly onStatement?: ObserveStatement | undefined;
  readonly state?: DatabaseState;
}

/** Creates a pool. Columns are snake_case in the database and camelCase in rows. @param url postgres://… */
export function connect(
  url: string,
  {
    poolSize = 10,
    isLimited = true,
    statementMs = timeLimits.statement,
    idleMs = 30_000,
    onStatement,
    state = new DatabaseState(),
  }: ConnectOptions = {},
): Knex {
  const settings = { ...sessionSettings, ...(isLimited && transactionLimits(statementMs)) };
  const config: ClientConfig = {
    client: Client as unknown as typeof createKnex.Client,
    connection: {
      connectionString: url,
      application_name: "visitor",
      connectionTimeoutMillis: timeLimits.connect,
      keepAlive: true,
      keepAliveInitialDelayMillis: timeLimits.keepAlive,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(" "),
      ...(isLimited && { query_timeout: statementMs + timeLimits.grace }),
    },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: idleMs },
    acquireConnectionTimeout: timeLimits.acquire,
    // Knex's warnings repeat errors that the caller gets.
    log: { warn: () => {} },
    ...knexSnakeCaseMappers(),
    settings,
    state,
    onStatement,
  };
  return createKnex(config);
}

/**
 * Creates the pools of a server process: one for staff and one for visitors, so that neither can take the other's
 * connections, and `slowDb` for jobs and reports, whose statements may take a minute.
 * @param poolSize maximum of the first two together, at least 2; two fifths are the visitors'
 */
export function connectPools(url: string, { poolSize = 10, onStatement }: ConnectOptions = {}) {
  const ofPublic = Math.max(1, Math.round(poolSize * 0.4));
  const shared = { onStatement, state: new DatabaseState() };
  return {
    db: connect(url, { poolSize: poolSize - ofPublic, ...shared }),
    publicDb: connect(url, { poolSize: ofPublic, ...shared }),
    // A connection that idles between two jobs may die unnoticed.
    slowDb: connect(url, { poolSize: 3, statementMs: timeLimits.slowStatement, idleMs: 1_000, ...shared }),
  };
}
