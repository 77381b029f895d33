import type { Knex } from "knex";

/**
 * Each code that was sent stays in force until it expires, and wrong tries count by whoever tries: nobody else's
 * requests and tries void a code. Codes live for minutes, so those that stand are given up.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM lookup_codes;
    ALTER TABLE lookup_codes DROP CONSTRAINT lookup_codes_pkey, DROP COLUMN requests, DROP COLUMN wrong;
    ALTER TABLE lookup_codes ADD PRIMARY KEY (number_hash, code_hash);
    CREATE TABLE lookup_code_tries (
      number_hash bytea NOT NULL,
      address_hash bytea NOT NULL,
      wrong smallint NOT NULL CHECK (wrong >= 0),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (number_hash, address_hash)
    );
    COMMENT ON COLUMN lookup_code_tries.wrong IS 'wrong tries of an address over all codes of the number';
    CREATE INDEX lookup_code_tries_expires ON lookup_code_tries (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE lookup_code_tries;
    DELETE FROM lookup_codes;
    ALTER TABLE lookup_codes DROP CONSTRAINT lookup_codes_pkey;
    ALTER TABLE lookup_codes ADD COLUMN requests smallint NOT NULL DEFAULT 1 CHECK (requests >= 1),
      ADD COLUMN wrong smallint NOT NULL DEFAULT 0 CHECK (wrong >= 0);
    ALTER TABLE lookup_codes ADD PRIMARY KEY (number_hash);
    COMMENT ON COLUMN lookup_codes.requests IS 'codes asked for while one was in force';
    COMMENT ON COLUMN lookup_codes.wrong IS 'wrong tries, over all of them';
  `);
}
