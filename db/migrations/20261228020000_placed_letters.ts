import type { Knex } from "knex";

/**
 * The index of visits' letters holds their place and purpose beside, each with its week: what narrows a text by one of them is found
 * in the index, and not by looking up each visit with the text. It may have been made before, while the server runs (docs/upgrading.md).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DO $$ BEGIN
      -- What was broken off is there, and is no index.
      IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('visit_search_placed_keys') AND NOT indisvalid) THEN
        DROP INDEX visit_search_placed_keys;
      END IF;
    END $$;
    CREATE INDEX IF NOT EXISTS visit_search_placed_keys ON visit_search USING gin (
      search_keys(week_number(start_at), letters),
      (ARRAY[week_number(start_at) * 8589934592 + location_id, week_number(start_at) * 8589934592 + 4294967296 + purpose_id])
    ) WITH (fastupdate = off);
    DROP INDEX visit_search_keys;
    ALTER INDEX visit_search_placed_keys RENAME TO visit_search_keys;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX visit_search_keys;
    CREATE INDEX visit_search_keys ON visit_search
      USING gin (search_keys(week_number(start_at), letters)) WITH (fastupdate = off);
  `);
}
