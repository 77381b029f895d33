/// <reference path="./connection-knex.d.ts" />
/** Transactions tell PostgreSQL who calls, and keep the call's row in the log of events. */
import PostgresTransaction from "knex/lib/dialects/postgres/execution/pg-transaction.js";
import type { Connection } from "knex/lib/dialects/postgres/index.js";
import { callerSetting, unrecordedCall } from "./caller.ts";
import { sessionSettings, transactionLimits } from "./connection-settings.ts";

const setLocally = "SELECT set_config(key, value, true) FROM json_each_text(?::json)";

/** Adds nothing where the transaction has not written anything. */
const insertCall = `INSERT INTO events (kind, host_user_id, api_key_id, address, call, subject, subject_id, detail)
  SELECT 'call', ?::integer, ?::integer, ?, ?, ?, ?::integer, ? WHERE pg_current_xact_id_if_assigned() IS NOT NULL`;

/** An outermost transaction; savepoints neither begin nor commit. */
export class Transaction extends PostgresTransaction {
  override async begin(connection: Connection): Promise<void> {
    await super.begin(connection);
    const settings = {
      ...(connection.setsLimits && { ...sessionSettings, ...transactionLimits }),
      ...callerSetting(),
    };
    if (Object.keys(settings).length === 0) return;
    try {
      await this.send(connection, setLocally, [JSON.stringify(settings)]);
    } catch (error) {
      connection.__knex__disposed = error;
      throw error;
    }
  }

  override async commit(connection: Connection, value?: unknown): Promise<unknown> {
    const unrecorded = unrecordedCall();
    if (!unrecorded) return super.commit(connection, value);
    const { call, row } = unrecorded;
    // What the work sends from now on comes too late.
    this._completed = true;
    try {
      const { hostUserId, apiKeyId, address, call: name, subject, subjectId, detail } = row;
      const values = [hostUserId, apiKeyId, address, name, subject, subjectId, detail];
      const { rowCount } = await this.send(connection, insertCall, values);
      const noteRecorded = () => {
        call.isRecorded = true;
      };
      if (rowCount === 1) this.transactor.executionPromise.then(noteRecorded, () => {});
    } catch (error) {
      this._completed = false;
      return this.rollback(connection, error);
    }
    this._completed = false;
    return super.commit(connection, value);
  }

  async send(connection: Connection, sql: string, bindings: unknown[]): Promise<{ rowCount: number }> {
    const { response } = await this.client.query(connection, { sql, bindings });
    return response as { rowCount: number };
  }
}
