/** What a connection is like: to PostgreSQL itself, or to a pooler that lends out its own by transaction. */
import type { Connection } from "knex/lib/dialects/postgres/index.js";
import { errorCode } from "../error-code.ts";

export interface Route {
  /** A pooler is in between: nothing that is set for a session can be relied on, and its process is unknown. */
  readonly isPooled: boolean;
  /** Statements may carry names: PostgreSQL is at the other end, or a pooler that keeps track of them. */
  readonly hasNames: boolean;
}

const probe = "visitor_route";
const alreadyPrepared = "42P05";

/**
 * Finds out by a statement with a name. PostgreSQL tells a connection its process, which a pooler makes up; and it sees
 * the statement under its name, where a pooler that keeps track has given it another.
 */
export async function routeOf(connection: Connection): Promise<Route> {
  try {
    const { rows } = await connection.query<{ pid: number; isNamed: boolean }>({
      name: probe,
      text: `SELECT pg_backend_pid() AS pid,
        EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${probe}') AS "isNamed"`,
    });
    const isPooled = rows[0]?.pid !== connection.processID;
    return { isPooled, hasNames: !isPooled || rows[0]?.isNamed === false };
  } catch (error) {
    // Somebody else had this connection of the pooler before.
    if (errorCode(error) === alreadyPrepared) return { isPooled: true, hasNames: false };
    throw error;
  }
}

/** PgBouncer's refusal of limits in the first message, unless it is told to ignore them. */
export const refusesParameters = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);
