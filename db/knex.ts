/// <reference path="./knex-postgres.d.ts" />
/** The one place where connections to PostgreSQL are made. */
import { createHash } from "node:crypto";
import createKnex, { type Knex } from "knex";
import PostgresClient, { type Connection, type Statement } from "knex/lib/dialects/postgres/index.js";
import { knexSnakeCaseMappers } from "objection";
import { DatabaseUnavailable, NoConnection } from "./connections/database-unavailable.ts";
import { Liveness } from "./connections/liveness.ts";
import { ConnectionPlaces } from "./connections/places.ts";
import { refusesParameters, routeOf } from "./connections/pooler.ts";
import { sessionSettings } from "./connections/session-settings.ts";
import { timeLimits } from "./connections/time-limits.ts";
import { type ConnectionState, transactionClass } from "./connections/transaction.ts";
import { lockMsLeft, TransactionSlots } from "./connections/transaction-slots.ts";
import { setTypeParsers } from "./connections/type-parsers.ts";
import { errorCode, isSqlState } from "./error-code.ts";

setTypeParsers();

/** PostgreSQL's "cached plan must not change result type": a column was added under a prepared statement. */
const planChanged = "0A000";
const diskFull = "53100";
const maxNames = 500;

const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= maxNames) return known;
  const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24);
  names.set(sql, name);
  return name;
}

/** Without values there is nothing to plan once for. */
const nameFor = (known: ConnectionState | undefined, { sql, bindings }: Statement): string | undefined =>
  known?.route.hasNames && bindings?.length ? nameOf(sql) : undefined;

/**
 * Hears of each statement as it is sent.
 * @param sql its text, where values are numbered places
 * @param name it is prepared by, where it has one
 * @returns what to call when it is answered, with the error where it failed
 */
export type ObserveStatement = (sql: string, name: string | undefined) => (error?: unknown) => void;

/** A statement that took longer may have waited for a lock. */
const waitedMs = 200;

/** What a transaction has waited for locks is taken off what it may still wait. */
async function shortenLocks(connection: Connection, known: ConnectionState, tookMs: number): Promise<void> {
  // After its end a transaction has no limits of its own.
  if (connection.getTransactionStatus() !== "T") return;
  known.lockMs = lockMsLeft(known.lockMs ?? 0, tookMs);
  await connection.query(`SET LOCAL lock_timeout = ${known.lockMs}`);
}

/** Connection settings without those that are sent to PostgreSQL at the beginning and that a pooler may not know. */
function withoutParameters(settings: object): object {
  const names = new Set([
    "options",
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
  ]);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)));
}

type GiveUp = (error: NoConnection) => void;

/** A pool's parts that all of its clients share: Knex makes those of transactions without calling a constructor. */
interface PoolParts {
  readonly liveness: Liveness;
  readonly places: ConnectionPlaces;
  readonly slots: TransactionSlots;
  /** End the waiting of those whose turn it is to get a connection. */
  readonly waiting: Set<GiveUp>;
  /** When a connection was made last. */
  connectedAt: number;
  /** PostgreSQL refused a statement because its disk is full; until there is proof of room. */
  isFull: boolean;
}

/**
 * Knex sends statements without a name, and PostgreSQL plans every unnamed statement anew. A name made
 * from the text lets it plan once a connection. The number of names is bounded, so that texts that vary
 * without end cannot fill the server's memory.
 * @param parts time limits and places of transactions; undefined for work that takes the time it takes
 */
function clientClass(parts: PoolParts | undefined, observe: ObserveStatement | undefined) {
  const connections = new WeakMap<Connection, ConnectionState>();
  const Transaction = transactionClass(parts?.slots, (connection) => connections.get(connection));
  /** What gives the place of a connection in use back. */
  const leaves = new WeakMap<Connection, () => void>();

  /**
   * Sends a statement, and gives its connection up where there is no answer.
   * @throws DatabaseUnavailable where the connection is lost
   */
  async function watched<T>(
    connection: Connection,
    known: ConnectionState | undefined,
    send: () => Promise<T>,
  ) {
    if (!parts || !known) return send();
    const { liveness } = parts;
    const began = performance.now();
    const pid = known.route.isPooled ? undefined : (connection.processID ?? undefined);
    const end = liveness.watch({ pid, fail: () => void connection.end() });
    try {
      const answer = await send();
      known.heardAt = liveness.now;
      const tookMs = performance.now() - began;
      if (known.lockMs !== undefined && tookMs > waitedMs) await shortenLocks(connection, known, tookMs);
      return answer;
    } catch (error) {
      if (errorCode(error) === diskFull) parts.isFull = true;
      if (connection.__knex__disposed === undefined || isSqlState(errorCode(error))) throw error;
      throw new DatabaseUnavailable("the connection to the database was lost", { cause: error });
    } finally {
      end();
    }
  }

  return class Client extends PostgresClient {
    override transaction(container: unknown, config: Knex.TransactionConfig, outer?: unknown) {
      return new Transaction(this, container, config, outer);
    }

    override async acquireConnection(): Promise<Connection> {
      if (!parts) return super.acquireConnection();
      const { promise: failed, reject } = Promise.withResolvers<never>();
      const end = parts.liveness.watch({ fail: () => reject(new NoConnection("no connection")) });
      const acquiring = this.acquireInPlace(parts, reject);
      try {
        return await Promise.race([acquiring, failed]);
      } catch (error) {
        // One that comes later is not waited for any longer.
        acquiring.then((connection) => this.releaseConnection(connection)).catch(() => {});
        throw error;
      } finally {
        end();
      }
    }

    /** @param giveUp ends the waiting */
    async acquireInPlace({ places, waiting }: PoolParts, giveUp: GiveUp): Promise<Connection> {
      const leave = await places.take();
      waiting.add(giveUp);
      try {
        const connection = await super.acquireConnection();
        leaves.set(connection, leave);
        return connection;
      } catch (error) {
        leave();
        throw error;
      } finally {
        waiting.delete(giveUp);
      }
    }

    override async releaseConnection(connection: Connection): Promise<void> {
      const leave = leaves.get(connection);
      leaves.delete(connection);
      await super.releaseConnection(connection);
      leave?.();
    }

    /** Called for a connection that comes out of the pool. */
    override validateConnection(connection: Connection): boolean {
      return !parts?.liveness.isSuspect(connections.get(connection)?.heardAt ?? 0);
    }

    override async acquireRawConnection(): Promise<Connection> {
      const began = performance.now();
      try {
        const connection = await super.acquireRawConnection();
        const route = await routeOf(connection);
        connections.set(connection, { route, heardAt: parts?.liveness.now ?? 0, lockMs: undefined });
        if (parts) parts.connectedAt = performance.now();
        return connection;
      } catch (error) {
        if (refusesParameters(error) && "options" in this.connectionSettings) {
          this.connectionSettings = withoutParameters(this.connectionSettings);
          return this.acquireRawConnection();
        }
        // Nobody takes connections there: the next attempt would keep those who wait for as long again.
        if (parts && parts.connectedAt < began && !isSqlState(errorCode(error)))
          for (const giveUp of parts.waiting)
            giveUp(new NoConnection("no connection can be made", { cause: error }));
        throw error;
      }
    }

    override async _query(connection: Connection, statement: Statement): Promise<Statement> {
      if (!observe) return this.sendNamed(connection, statement);
      const known = connections.get(connection);
      const end = observe(statement.sql, nameFor(known, statement));
      try {
        const answer = await this.sendNamed(connection, statement);
        end();
        return answer;
      } catch (error) {
        end(error);
        throw error;
      }
    }

    async sendNamed(connection: Connection, statement: Statement): Promise<Statement> {
      const known = connections.get(connection);
      const send = (sent: Statement) => watched(connection, known, () => super._query(connection, sent));
      const name = nameFor(known, statement);
      if (name === undefined) return send(statement);
      try {
        const { response } = await send({ ...statement, options: { ...statement.options, name } });
        return Object.assign(statement, { response });
      } catch (error) {
        if (errorCode(error) !== planChanged) throw error;
        return send(statement);
      }
    }

    override async destroy(callback?: (error?: unknown) => void): Promise<void> {
      parts?.liveness.close();
      return super.destroy(callback);
    }
  };
}

export interface ConnectOptions {
  /** Most connections of this process. */
  readonly poolSize?: number;
  /** False for work that takes the time it takes, such as migrations. */
  readonly isLimited?: boolean;
  /** Hears when the database falls silent, and when it answers again. */
  readonly onLiveness?: (answers: boolean) => void;
  readonly onStatement?: ObserveStatement | undefined;
}

/** By the configuration object that a pool shares with its transactions; Knex gives them nothing else. */
const limitedPools = new WeakMap<object, PoolParts>();

/** Whether the database of a limited pool answers within some milliseconds, however busy the pool is. */
export const isAnswering = async (db: Knex, withinMs: number): Promise<boolean> =>
  (await limitedPools.get(db.client.config)?.liveness.answers(withinMs)) ?? false;

/** Writes a megabyte that goes with the transaction. */
const useRoom = `CREATE TEMPORARY TABLE room_needed ON COMMIT DROP AS
  SELECT repeat(md5(n::text), 60) AS filling FROM generate_series(1, 512) AS n`;

/** False from a statement that found PostgreSQL's disk full until there is room again. */
export async function hasRoom(db: Knex): Promise<boolean> {
  const pool = limitedPools.get(db.client.config);
  if (!pool?.isFull) return true;
  try {
    await db.transaction((trx) => trx.raw(useRoom));
    pool.isFull = false;
    return true;
  } catch {
    return false;
  }
}

/** Knex's own warnings are errors that whoever asked gets, too. */
const quiet = { warn: () => {} };

/**
 * Opens a pool. Column names are snake_case in the database and camelCase in rows.
 * @param url postgres://…
 */
export function connect(
  url: string,
  { poolSize = 10, isLimited = true, onLiveness = () => {}, onStatement }: ConnectOptions = {},
): Knex {
  const liveness = isLimited ? new Liveness(url, onLiveness) : undefined;
  const parts = liveness && {
    liveness,
    places: new ConnectionPlaces(poolSize),
    slots: new TransactionSlots(poolSize),
    waiting: new Set<GiveUp>(),
    connectedAt: Number.NEGATIVE_INFINITY,
    isFull: false,
  };
  const db = createKnex({
    client: clientClass(parts, onStatement) as unknown as typeof createKnex.Client,
    connection: {
      connectionString: url,
      application_name: "visitor",
      connectionTimeoutMillis: timeLimits.connect,
      keepAlive: true,
      keepAliveInitialDelayMillis: timeLimits.keepAlive,
      options: Object.entries(sessionSettings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(" "),
      ...(liveness && {
        stream: liveness.socket,
        statement_timeout: timeLimits.statement,
        lock_timeout: timeLimits.lock,
        idle_in_transaction_session_timeout: timeLimits.idleTransaction,
      }),
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: timeLimits.acquire,
    log: quiet,
    ...knexSnakeCaseMappers(),
  });
  if (parts) limitedPools.set(db.client.config, parts);
  return db;
}
