import type { Knex } from "knex";

/** What browsers refused to load or run on our pages, counted by kind: anybody may send such reports. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE blocked_content (
      directive text NOT NULL,
      blocked text NOT NULL,
      page text NOT NULL,
      count integer NOT NULL DEFAULT 1,
      first_at timestamptz NOT NULL DEFAULT now(),
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (directive, blocked, page)
    );
    COMMENT ON TABLE blocked_content IS 'Reports of the policy for content (CSP); what came last 30 days ago goes.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE blocked_content");
}
