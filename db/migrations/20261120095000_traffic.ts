import type { Knex } from "knex";

/** Limits and idempotent answers, shared by every process of the API. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE UNLOGGED TABLE rate_limits (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
    CREATE INDEX rate_limits_expire ON rate_limits (expire);

    CREATE TABLE idempotency_keys (
      endpoint text NOT NULL,
      key text NOT NULL,
      body_hash bytea NOT NULL,
      answer jsonb,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (endpoint, key)
    );
    CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE idempotency_keys, rate_limits");
}
