/** Types of Knex's PostgreSQL dialect, which Knex does not ship, as far as `connection.ts` extends it. */
declare module "knex/lib/dialects/postgres/index.js" {
  import type { Knex } from "knex";
  import type { Client } from "pg";

  export type Connection = Client & {
    readonly processID: number | null;
    /** Set by Knex: the pool closes the connection instead of reusing it. */
    __knex__disposed?: unknown;
    /** A pooler keeps no session settings: each transaction sets them. */
    isPooled?: boolean;
    hasNames?: boolean;
    /** Time of the last answer, by `performance.now()`. */
    heardAt?: number;
  };

  export interface Statement {
    sql: string;
    bindings?: readonly unknown[];
    options?: { readonly query_timeout?: number; readonly isUnnamed?: boolean };
    response?: { readonly rowCount: number | null };
  }

  export default class PostgresClient extends (null as unknown as new (config: Knex.Config) => Knex.Client) {
    connectionSettings: { readonly options?: string | undefined };
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
  import type { Connection, default as PostgresClient } from "knex/lib/dialects/postgres/index.js";

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
