import type { Knex } from "knex";

/**
 * What changed, for consoles that are open: written in the transaction of the change, read by every
 * process of the API, thrown away after hours. A row keeps its transaction, because ids of concurrent
 * transactions are committed out of order: "what became visible since" is asked of snapshots, not of ids.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE changes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind <> ''),
      visit_id integer,
      host_user_id integer,
      transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX changes_transaction ON changes (transaction);
    COMMENT ON COLUMN changes.host_user_id IS 'who is visited: a host hears of their own visits only';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE changes");
}
