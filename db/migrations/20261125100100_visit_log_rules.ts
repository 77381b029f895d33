import type { Knex } from "knex";

const statuses = "'applied', 'approved', 'rejected', 'cancelled', 'entered', 'exited', 'ended'";
const first = "'apply', 'reserve'";
const later = `'approve', 'reject', 'undo', 'cancel', 'issue', 'recovery', 'revert', 'close', 'end', 'edit', 'lost', 'found',
  'hide', 'restore'`;

/**
 * The log of a visit only grows, and goes with its visit: deleting a visit is the one way to delete its log
 * (docs/decisions/privacy/visit-log.md). The function names everything in full and looks nowhere else, because it runs
 * with the rights of the log's owner, who may be another than the server (db/transfer-audit-ownership.ts).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_logs
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${first}, ${later})),
      ADD CONSTRAINT visit_logs_from_code CHECK (from_code IN (${statuses})),
      ADD CONSTRAINT visit_logs_to_code CHECK (to_code IN (${statuses})),
      ADD CONSTRAINT visit_logs_begins CHECK ((from_code IS NULL) = (action IN (${first}))),
      DROP CONSTRAINT visit_logs_visit_id_fkey,
      ADD CONSTRAINT visit_logs_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits ON DELETE CASCADE;

    CREATE FUNCTION keep_visit_log() RETURNS trigger LANGUAGE plpgsql
      SET search_path TO pg_catalog, pg_temp AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        IF NOT EXISTS (SELECT id FROM public.visits WHERE id = OLD.visit_id) THEN
          RETURN OLD;
        END IF;
      END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER visit_logs_append_only BEFORE UPDATE OR DELETE ON visit_logs
      FOR EACH ROW EXECUTE FUNCTION keep_visit_log();
    CREATE TRIGGER visit_logs_no_truncate BEFORE TRUNCATE ON visit_logs
      FOR EACH STATEMENT EXECUTE FUNCTION keep_visit_log();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER visit_logs_no_truncate ON visit_logs;
    DROP TRIGGER visit_logs_append_only ON visit_logs;
    DROP FUNCTION keep_visit_log();
    ALTER TABLE visit_logs
      DROP CONSTRAINT visit_logs_visit_id_fkey,
      ADD CONSTRAINT visit_logs_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits ON DELETE RESTRICT,
      DROP CONSTRAINT visit_logs_begins,
      DROP CONSTRAINT visit_logs_to_code,
      DROP CONSTRAINT visit_logs_from_code,
      DROP CONSTRAINT visit_logs_action;
  `);
}
