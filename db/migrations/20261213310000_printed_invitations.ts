import type { Knex } from "knex";

const accountActions = `'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove', 'number', 'request',
  'confirm', 'accept', 'endSessions'`;

const allowActions = (actions: string) => `
  ALTER TABLE account_logs
    DROP CONSTRAINT account_logs_action_check,
    ADD CONSTRAINT account_logs_action_check CHECK (action IN (${actions}));`;

/** The account log says of an invitation that it was printed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(allowActions(`${accountActions}, 'print'`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE account_logs DISABLE TRIGGER account_logs_append_only;
    DELETE FROM account_logs WHERE action = 'print';
    ALTER TABLE account_logs ENABLE TRIGGER account_logs_append_only;
    ${allowActions(accountActions)}`);
}
