import type { Knex } from "knex";

const actions = `'apply', 'reserve', 'approve', 'reject', 'undo', 'cancel', 'issue', 'recovery', 'revert', 'close', 'end', 'edit',
  'lost', 'found', 'hide', 'restore', 'overnight', 'overnightEnd'`;

/**
 * Links by which visitors see their own visit (docs/decisions/public-site/visit-links.md): of each token only the hash. A
 * visitor may have several, one from each message.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE visit_links (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX visit_links_visit ON visit_links (visit_id);
    ALTER TABLE visit_logs
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${actions}, 'agree'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_logs DISABLE TRIGGER visit_logs_append_only;
    DELETE FROM visit_logs WHERE action = 'agree';
    ALTER TABLE visit_logs ENABLE TRIGGER visit_logs_append_only;
    ALTER TABLE visit_logs
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${actions}));
    DROP TABLE visit_links;
  `);
}
