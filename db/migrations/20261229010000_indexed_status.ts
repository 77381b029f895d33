import type { Knex } from "knex";

/**
 * The index of visits' letters holds the status of those who were rejected or cancelled, with its week: a text of one of these statuses
 * is found in the index, and not by looking up each visit with the text. The status stands in a column of its own, which is empty in all
 * others: approving, issuing and returning leave the index alone (docs/decisions/server/database/visit-indexes.md). Column and index
 * may have been made before, while the server runs (docs/upgrading.md).
 */
const placed = `week_number(start_at) * 8589934592 + location_id, week_number(start_at) * 8589934592 + 4294967296 + purpose_id`;

/** The functions of the triggers. @param more columns, from the status of a row of visits */
const functions = (more: readonly { readonly column: string; readonly value: string }[]) => {
  const values = more.map(({ value }) => `, ${value}`).join("");
  const row = `NEW.id, NEW.start_at, NEW.status_code, NEW.host_user_id, NEW.location_id, NEW.purpose_id,
      visit_letters(NEW.name, NEW.company, NEW.car_number)${values}`;
  return `
    CREATE OR REPLACE FUNCTION keep_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO visit_search VALUES (${row});
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION change_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE visit_search SET start_at = NEW.start_at, status_code = NEW.status_code,
        host_user_id = NEW.host_user_id, location_id = NEW.location_id, purpose_id = NEW.purpose_id,
        letters = visit_letters(NEW.name, NEW.company, NEW.car_number)${more.map(({ column, value }) => `, ${column} = ${value}`).join("")}
      WHERE visit_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION hide_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM visit_search WHERE visit_id = NEW.id;
      IF NEW.hidden_at IS NULL THEN
        INSERT INTO visit_search VALUES (${row});
      END IF;
      RETURN NULL;
    END $$;`;
};

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION indexed_status_of(status_code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN status_code IN ('rejected', 'cancelled') THEN status_code END;
    ALTER TABLE visit_search ADD COLUMN IF NOT EXISTS indexed_status text;
    COMMENT ON COLUMN visit_search.indexed_status IS 'the status, where visit_search_keys holds it';
    ${functions([{ column: "indexed_status", value: "indexed_status_of(NEW.status_code)" }])}

    -- What is filled in is not written there, too.
    DROP INDEX visit_search_keys;
    -- All of them, or those whose status has changed since the column was filled.
    UPDATE visit_search SET indexed_status = indexed_status_of(status_code)
      WHERE indexed_status IS DISTINCT FROM indexed_status_of(status_code);
    DO $$ BEGIN
      -- What was broken off is there, and is no index.
      IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('visit_search_status_keys') AND NOT indisvalid) THEN
        DROP INDEX visit_search_status_keys;
      END IF;
    END $$;
    CREATE INDEX IF NOT EXISTS visit_search_status_keys ON visit_search USING gin (
      search_keys(week_number(start_at), letters),
      (CASE WHEN indexed_status IS NULL THEN ARRAY[${placed}]
        ELSE ARRAY[${placed}, week_number(start_at) * 8589934592 + 2147483648 + ascii(indexed_status)] END)
    ) WITH (fastupdate = off);
    ALTER INDEX visit_search_status_keys RENAME TO visit_search_keys;

    -- A visit that is rejected leaves entries behind, which searches look up until vacuum takes them away.
    ALTER TABLE visit_search SET (autovacuum_vacuum_max_threshold = 100000, vacuum_index_cleanup = on);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_search RESET (autovacuum_vacuum_max_threshold, vacuum_index_cleanup);
    DROP INDEX visit_search_keys;
    ${functions([])}
    ALTER TABLE visit_search DROP COLUMN indexed_status;
    DROP FUNCTION indexed_status_of(text);
    CREATE INDEX visit_search_keys ON visit_search USING gin (
      search_keys(week_number(start_at), letters), (ARRAY[${placed}])
    ) WITH (fastupdate = off);
  `);
}
