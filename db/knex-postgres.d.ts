/** Knex ships no types for its dialects; this is the part of the PostgreSQL one that we extend. */
declare module "knex/lib/dialects/postgres/index.js" {
  import type { Knex } from "knex";

  export interface Statement {
    sql: string;
    bindings?: readonly unknown[];
    options?: object;
    response?: unknown;
  }

  export default class PostgresClient extends (null as unknown as new (config: Knex.Config) => Knex.Client) {
    _query(connection: unknown, statement: Statement): Promise<Statement>;
  }
}
