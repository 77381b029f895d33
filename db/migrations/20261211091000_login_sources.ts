import type { Knex } from "knex";

/**
 * Wrong tries count by login id and by who tries: an address, a device that somebody signed in on, a change of the
 * password. Counts stand for minutes, so those that stand are given up.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM login_attempts;
    ALTER TABLE login_attempts ADD COLUMN source bytea NOT NULL, DROP CONSTRAINT login_attempts_pkey;
    ALTER TABLE login_attempts ADD PRIMARY KEY (login_id, source);
    COMMENT ON COLUMN login_attempts.source IS 'keyed hash of who tries';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM login_attempts;
    ALTER TABLE login_attempts DROP CONSTRAINT login_attempts_pkey, DROP COLUMN source;
    ALTER TABLE login_attempts ADD PRIMARY KEY (login_id);
  `);
}
