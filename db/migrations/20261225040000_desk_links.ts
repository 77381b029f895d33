import type { Knex } from "knex";

const actions = `'apply', 'reserve', 'approve', 'reject', 'undo', 'cancel', 'issue', 'recovery', 'revert', 'close', 'end', 'edit',
  'lost', 'found', 'hide', 'restore', 'overnight', 'overnightEnd', 'agree'`;

/**
 * Links by which the desk has a visitor agree on the spot (docs/decisions/public-site/desk-links.md): of each token only the
 * hash, one a visit. A session whose screen was handed over with one waits for it, and a consent tells by which way it came.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE desk_links (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      visit_id integer NOT NULL UNIQUE REFERENCES visits ON DELETE CASCADE,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX desk_links_host_user ON desk_links (host_user_id);
    ALTER TABLE sessions ADD COLUMN desk_link bytea CHECK (length(desk_link) = 32);
    COMMENT ON COLUMN sessions.desk_link IS 'Of a screen that a visitor has: the session is of no use until they agree by this link.';
    CREATE INDEX sessions_desk_link ON sessions (desk_link) WHERE desk_link IS NOT NULL;
    ALTER TABLE visit_consents
      ADD COLUMN channel text CHECK (channel IN ('form', 'link', 'desk')),
      ADD COLUMN desk_user_id integer REFERENCES host_users ON DELETE RESTRICT,
      ADD CONSTRAINT visit_consents_desk CHECK ((channel IS NOT DISTINCT FROM 'desk') = (desk_user_id IS NOT NULL));
    CREATE INDEX visit_consents_desk_user ON visit_consents (desk_user_id) WHERE desk_user_id IS NOT NULL;
    COMMENT ON COLUMN visit_consents.channel IS 'Null in those of before: the log of the visit tells.';
    ALTER TABLE visit_logs
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${actions}, 'handOver'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_logs DISABLE TRIGGER visit_logs_append_only;
    DELETE FROM visit_logs WHERE action = 'handOver';
    ALTER TABLE visit_logs ENABLE TRIGGER visit_logs_append_only;
    ALTER TABLE visit_logs
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${actions}));
    ALTER TABLE visit_consents DROP COLUMN desk_user_id, DROP COLUMN channel;
    DELETE FROM sessions WHERE desk_link IS NOT NULL;
    ALTER TABLE sessions DROP COLUMN desk_link;
    DROP TABLE desk_links;
  `);
}
