/** Knex ships no types for its dialects; these are the parts of the PostgreSQL one that we extend. */
declare module "knex/lib/dialects/postgres/index.js" {
  import type { Knex } from "knex";
  import type { Client } from "pg";

  /** A connection as Knex marks it. */
  export type Connection = Client & {
    readonly processID: number | null;
    readonly __knex__disposed?: unknown;
  };

  export interface Statement {
    sql: string;
    bindings?: readonly unknown[];
    options?: object;
    response?: unknown;
  }

  export default class PostgresClient extends (null as unknown as new (config: Knex.Config) => Knex.Client) {
    connectionSettings: object;
    /** True for the client of a transaction: it has one connection. */
    readonly transacting?: boolean;
    query: (connection: Connection, sql: string) => Promise<Statement>;
    _query(connection: Connection, statement: Statement): Promise<Statement>;
    acquireConnection(): Promise<Connection>;
    validateConnection(connection: Connection): boolean;
    acquireRawConnection(): Promise<Connection>;
    releaseConnection(connection: Connection): Promise<void>;
    transaction(container: unknown, config: Knex.TransactionConfig, outer?: unknown): unknown;
    destroy(callback?: (error?: unknown) => void): Promise<void>;
  }
}

declare module "knex/lib/dialects/postgres/execution/pg-transaction.js" {
  import type { Knex } from "knex";
  import type PostgresClient from "knex/lib/dialects/postgres/index.js";
  import type { Connection } from "knex/lib/dialects/postgres/index.js";

  export default class PostgresTransaction {
    readonly client: PostgresClient;
    /** What the work in it sends its statements by. */
    readonly trxClient: PostgresClient;
    /** Nothing more may be sent in it. */
    _completed: boolean;
    /** End it for those who wait for it. */
    readonly _resolver: (value?: unknown) => void;
    readonly _rejecter: (error: unknown) => void;
    constructor(client: PostgresClient, container: unknown, config: Knex.TransactionConfig, outer?: unknown);
    begin(connection: Connection): Promise<unknown>;
    commit(connection: Connection, value?: unknown): Promise<unknown>;
    rollback(connection: Connection, error?: unknown): Promise<unknown>;
    query(connection: Connection, sql: string): Promise<unknown>;
    acquireConnection<T>(config: unknown, work: (connection: Connection) => Promise<T>): Promise<T>;
  }
}
