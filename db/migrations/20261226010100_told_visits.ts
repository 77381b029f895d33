import type { Knex } from "knex";

const actions = `'apply', 'reserve', 'approve', 'reject', 'undo', 'cancel', 'issue', 'recovery', 'revert', 'close', 'end', 'edit',
  'lost', 'found', 'hide', 'restore', 'overnight', 'overnightEnd', 'agree', 'handOver'`;

/** Staff tell a visitor whom no message reaches, and the log of the visit keeps it (docs/decisions/console/host-inbox.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_logs
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${actions}, 'told'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_logs DISABLE TRIGGER visit_logs_append_only;
    DELETE FROM visit_logs WHERE action = 'told';
    ALTER TABLE visit_logs ENABLE TRIGGER visit_logs_append_only;
    ALTER TABLE visit_logs
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${actions}));
  `);
}
