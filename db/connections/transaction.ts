/// <reference path="../knex-postgres.d.ts" />
/** Transactions of a pool: their places and limits, who calls, and what goes with their commit. */
import type { Knex } from "knex";
import PostgresTransaction from "knex/lib/dialects/postgres/execution/pg-transaction.js";
import type PostgresClient from "knex/lib/dialects/postgres/index.js";
import type { Connection } from "knex/lib/dialects/postgres/index.js";
import { callerSetting, callToRecord } from "../caller.ts";
import { errorCode } from "../error-code.ts";
import { waitingStatements } from "../with-commit.ts";
import { asOthers } from "./places.ts";
import type { Route } from "./pooler.ts";
import { sessionSettings } from "./session-settings.ts";
import { timeLimits } from "./time-limits.ts";
import type { TransactionSlots } from "./transaction-slots.ts";

const lockNotAvailable = "55P03";

/** What is known of a connection beside what Knex knows. */
export interface ConnectionState {
  readonly route: Route;
  /** In the time of the pool's `Liveness`. */
  heardAt: number;
  /** Milliseconds that its transaction may still wait for locks; undefined outside of one. */
  lockMs: number | undefined;
}

/** Limits that a pooler would not keep for us, as the beginning of a transaction sets them. */
const localLimits = (lockMs: number) =>
  `SET LOCAL statement_timeout = ${timeLimits.statement}; SET LOCAL lock_timeout = ${lockMs}; ` +
  `SET LOCAL idle_in_transaction_session_timeout = ${timeLimits.idleTransaction}; ` +
  Object.entries(sessionSettings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}';`)
    .join(" ");

const hasRows = (response: unknown): boolean =>
  typeof response === "object" && response !== null && "rowCount" in response && response.rowCount === 1;

/** Knex hands on what it does not know. */
interface TransactionConfig extends Knex.TransactionConfig {
  readonly isOneStatement?: boolean;
  readonly maxLockMs?: number | undefined;
}

/**
 * Does work that sends one statement, which PostgreSQL takes for a transaction by itself: nothing is sent for its beginning and
 * its end, unless limits or a caller have to be set for it. It takes a transaction's place, as it may wait for locks.
 * @param work sends no second statement, and leaves nothing for the commit
 * @param maxLockMs as long as it may wait for locks, in milliseconds, where that is less than others may
 */
export const inOneStatement = <T>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  maxLockMs?: number,
): Promise<T> => db.transaction(work, { isOneStatement: true, maxLockMs } as TransactionConfig);

/** @param slots undefined for work that takes the time it takes */
export function transactionClass(
  slots: TransactionSlots | undefined,
  stateOf: (connection: Connection) => ConnectionState | undefined,
) {
  return class Transaction extends PostgresTransaction {
    readonly isOneStatement: boolean;
    readonly maxLockMs: number;
    /** Whether its statement is sent without a beginning and an end. */
    isBare = false;

    constructor(client: PostgresClient, container: unknown, config: TransactionConfig, outer?: unknown) {
      super(client, container, config, outer);
      this.isOneStatement = config.isOneStatement ?? false;
      this.maxLockMs = config.maxLockMs ?? timeLimits.lock;
    }

    override async acquireConnection<T>(config: unknown, work: (connection: Connection) => Promise<T>) {
      if (!slots || this.client.transacting) return super.acquireConnection(config, work);
      const { lockMs, release } = await slots.take();
      let gaveUp = false;
      try {
        const locked = async (connection: Connection) => {
          const known = stateOf(connection);
          if (known) known.lockMs = Math.min(lockMs, this.maxLockMs);
          try {
            return await work(connection);
          } catch (error) {
            gaveUp = errorCode(error) === lockNotAvailable;
            throw error;
          } finally {
            if (known) known.lockMs = undefined;
          }
        };
        // What may wait for locks must not wait on what is kept for reads.
        return await asOthers(() => super.acquireConnection(config, locked));
      } finally {
        release(gaveUp);
      }
    }

    override begin(connection: Connection): Promise<unknown> {
      const settings = this.settingsOf(connection);
      if (settings === "" && this.isOneStatement) return this.beginBare();
      return settings === "" ? super.begin(connection) : this.query(connection, `BEGIN; ${settings}`);
    }

    /** What has to be set for the transaction alone. */
    settingsOf(connection: Connection): string {
      const { lockMs, route } = stateOf(connection) ?? {};
      const caller = callerSetting();
      if (lockMs === undefined) return caller;
      if (route?.isPooled) return `${localLimits(lockMs)} ${caller}`;
      const isUsual = lockMs === timeLimits.lock;
      return isUsual ? caller : `SET LOCAL lock_timeout = ${lockMs}; ${caller}`;
    }

    async beginBare(): Promise<void> {
      this.isBare = true;
      const { trxClient } = this;
      const send = trxClient.query.bind(trxClient);
      let isSent = false;
      trxClient.query = async (connection, statement) => {
        if (isSent) throw new Error("a second statement was sent where one was announced");
        isSent = true;
        return send(connection, statement);
      };
    }

    /**
     * With what was left for it and the row of the call that it belongs to, in one message: a crash leaves all or nothing,
     * and where a row cannot be written PostgreSQL does not come to the commit.
     */
    override async commit(connection: Connection, value?: unknown) {
      const recording = callToRecord();
      const statements = [...waitingStatements(this.trxClient)];
      if (recording) statements.push(recording.statement);
      if (this.isBare) return this.commitBare(connection, statements, value);
      if (statements.length === 0) return super.commit(connection, value);
      try {
        this._completed = true;
        const { response } = await this.client.query(connection, `${statements.join("; ")}; COMMIT;`);
        if (recording) recording.call.isRecorded = Array.isArray(response) && hasRows(response.at(-2));
        this._resolver(value);
        return response;
      } catch (error) {
        this._completed = false;
        return this.rollback(connection, error);
      }
    }

    async commitBare(connection: Connection, left: readonly string[], value: unknown): Promise<unknown> {
      if (left.length > 0)
        return this.rollback(connection, new Error("nothing can go with the commit of one statement"));
      this._completed = true;
      return this._resolver(value);
    }

    override async rollback(connection: Connection, error?: unknown): Promise<unknown> {
      if (!this.isBare) return super.rollback(connection, error);
      this._completed = true;
      return this._rejecter(error);
    }
  };
}
