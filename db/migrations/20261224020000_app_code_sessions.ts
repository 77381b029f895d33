import type { Knex } from "knex";

/** A session that goes over to the desktop app ends when the browser's would have: it cannot be handed on for ever. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app_codes ADD COLUMN session_expires_at timestamptz NOT NULL DEFAULT now() + interval '12 hours';
    COMMENT ON COLUMN app_codes.session_expires_at IS
      'Of the browser''s session. The default is for a process of the version before.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE app_codes DROP COLUMN session_expires_at");
}
