import type { Knex } from "knex";

/**
 * Links by which hosts decide on a request from its message (docs/decisions/messages/decision-links.md): of each token only the
 * hash. One that was decided by, or decided about, stays: whoever presses later is told who decided.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE decision_links (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      decided_at timestamptz
    );
    CREATE INDEX decision_links_visit ON decision_links (visit_id);
    CREATE INDEX decision_links_host_user ON decision_links (host_user_id);
    ALTER TABLE visit_logs ADD COLUMN by_link boolean NOT NULL DEFAULT false;
    ALTER TABLE configuration ADD COLUMN decide_by_link boolean NOT NULL DEFAULT false;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE configuration DROP COLUMN decide_by_link;
    ALTER TABLE visit_logs DROP COLUMN by_link;
    DROP TABLE decision_links;
  `);
}
