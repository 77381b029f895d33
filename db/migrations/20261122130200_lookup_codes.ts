import type { Knex } from "knex";

/**
 * Codes that a visitor proves a number with before a lookup (docs/behaviour.md, "Lookup"): keyed hashes of number
 * and code only, gone minutes later.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE lookup_codes (
      number_hash bytea PRIMARY KEY,
      code_hash bytea NOT NULL,
      requests smallint NOT NULL DEFAULT 1 CHECK (requests >= 1),
      wrong smallint NOT NULL DEFAULT 0 CHECK (wrong >= 0),
      expires_at timestamptz NOT NULL
    );
    COMMENT ON COLUMN lookup_codes.requests IS 'codes asked for while one was in force';
    COMMENT ON COLUMN lookup_codes.wrong IS 'wrong tries, over all of them';
    CREATE INDEX lookup_codes_expires ON lookup_codes (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE lookup_codes");
}
