/** Knex ships no types for its dialects; these are the parts of the PostgreSQL one that `connection.ts` extends. */
declare module "knex/lib/dialects/postgres/index.js" {
  import type { Knex } from "knex";
  import type { Client } from "pg";

  export type Connection = Client & {
    readonly processID: number | null;
    /** Knex's mark: the pool closes the connection instead of lending it again. */
    __knex__disposed?: unknown;
    /** A pooler in between keeps no settings of a session: each transaction sets its limits. */
    setsLimits?: boolean;
    hasNames?: boolean;
    /** When the last answer came, as `performance.now()` counts. */
    heardAt?: number;
  };

  export interface Statement {
    sql: string;
    bindings?: readonly unknown[];
    options?: { readonly query_timeout?: number; readonly isUnnamed?: boolean };
    response?: { readonly rowCount: number | null };
  }

  export default class PostgresClient extends (null as unknown as new (config: Knex.Config) => Knex.Client) {
    connectionSettings: object;
    readonly pool?: { numFree(): number };
    query(connection: Connection, statement: string | Statement): Promise<Statement>;
    _query(connection: Connection, statement: Statement): Promise<Statement>;
    acquireConnection(): Promise<Connection>;
    validateConnection(connection: Connection): boolean;
    acquireRawConnection(): Promise<Connection>;
    transaction(container: unknown, config: Knex.TransactionConfig, outer?: unknown): unknown;
  }
}

declare module "knex/lib/dialects/postgres/execution/pg-transaction.js" {
  import type { Knex } from "knex";
  import type PostgresClient from "knex/lib/dialects/postgres/index.js";
  import type { Connection } from "knex/lib/dialects/postgres/index.js";

  export default class PostgresTransaction {
    readonly client: PostgresClient;
    _completed: boolean;
    readonly transactor: Knex.Transaction;
    constructor(client: PostgresClient, container: unknown, config: Knex.TransactionConfig, outer?: unknown);
    begin(connection: Connection): Promise<unknown>;
    commit(connection: Connection, value?: unknown): Promise<unknown>;
    rollback(connection: Connection, error?: unknown): Promise<unknown>;
  }
}
