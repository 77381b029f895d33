import type { Knex } from "knex";

const accountActions = `'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove', 'number', 'request',
  'confirm', 'accept', 'endSessions', 'print', 'factorAdd', 'factorRemove', 'factorReset', 'factorRequest',
  'factorConfirm', 'recoveryCode', 'recoveryCodes', 'passkeyAdd', 'passkeyRemove', 'companyLink', 'companyUnlink'`;
const newActions = `'email', 'roleKept'`;

/** The log of accounts keeps a changed address of e-mail, and a role that was not taken from the last administrator. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE account_logs
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}, ${newActions}));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE account_logs DISABLE TRIGGER account_logs_append_only;
    DELETE FROM account_logs WHERE action IN (${newActions});
    ALTER TABLE account_logs ENABLE TRIGGER account_logs_append_only;
    ALTER TABLE account_logs
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}));
  `);
}
