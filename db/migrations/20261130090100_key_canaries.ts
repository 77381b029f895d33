import type { Knex } from "knex";

/** What each key made when it was first used: a server that makes or opens it otherwise has other keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE key_canaries (
      kind text NOT NULL CHECK (kind IN ('data', 'hash')),
      key text NOT NULL CHECK (key <> ''),
      proof bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      given_up_at timestamptz,
      PRIMARY KEY (kind, key),
      CHECK (proof IS NOT NULL OR given_up_at IS NOT NULL)
    );
    COMMENT ON COLUMN key_canaries.proof IS 'A fixed text that is no secret, sealed or hashed with the key.';
    COMMENT ON COLUMN key_canaries.given_up_at IS 'The key is lost, and servers start without it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE key_canaries");
}
