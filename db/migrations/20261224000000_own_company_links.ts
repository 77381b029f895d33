import type { Knex } from "knex";

/**
 * People link their own company account: the way to the provider belongs to the session that began it, and ends with it.
 * Such a link rests on the password, and goes where an administrator takes the password away.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE company_sign_ins
      ADD COLUMN host_user_id integer REFERENCES host_users ON DELETE CASCADE,
      ADD COLUMN session_id bigint REFERENCES sessions ON DELETE CASCADE,
      ADD CONSTRAINT company_sign_ins_link_check CHECK ((host_user_id IS NULL) = (session_id IS NULL));
    COMMENT ON COLUMN company_sign_ins.host_user_id IS 'Who links their company account; null where somebody signs in.';
    CREATE INDEX company_sign_ins_host_user_id ON company_sign_ins (host_user_id) WHERE host_user_id IS NOT NULL;
    CREATE INDEX company_sign_ins_session_id ON company_sign_ins (session_id) WHERE session_id IS NOT NULL;
    ALTER TABLE company_identities ADD COLUMN is_by_password boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN company_identities.is_by_password IS 'The person linked it, by the password of then.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM company_sign_ins WHERE host_user_id IS NOT NULL;
    ALTER TABLE company_sign_ins DROP COLUMN host_user_id, DROP COLUMN session_id;
    ALTER TABLE company_identities DROP COLUMN is_by_password;
  `);
}
