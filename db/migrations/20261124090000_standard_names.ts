import type { Knex } from "knex";

/** Standard names for attempts and passwords; what they hold stays. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sms_messages RENAME COLUMN most_attempts TO max_attempts;

    ALTER TABLE sign_in_tries RENAME TO login_attempts;
    ALTER INDEX sign_in_tries_pkey RENAME TO login_attempts_pkey;

    ALTER TABLE earlier_passwords RENAME TO password_history;
    ALTER INDEX earlier_passwords_pkey RENAME TO password_history_pkey;
    ALTER INDEX earlier_passwords_host_user RENAME TO password_history_host_user;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER INDEX password_history_host_user RENAME TO earlier_passwords_host_user;
    ALTER INDEX password_history_pkey RENAME TO earlier_passwords_pkey;
    ALTER TABLE password_history RENAME TO earlier_passwords;

    ALTER INDEX login_attempts_pkey RENAME TO sign_in_tries_pkey;
    ALTER TABLE login_attempts RENAME TO sign_in_tries;

    ALTER TABLE sms_messages RENAME COLUMN max_attempts TO most_attempts;
  `);
}
