import type { Knex } from "knex";

/**
 * Who gave, changed or took whose access: rules on the safety of personal data ask for it to be kept. It names
 * people without foreign keys and with the login id of then, because it outlives them; rows are only added.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      host_user_id integer NOT NULL,
      login_id text NOT NULL,
      action text NOT NULL CHECK (action IN
        ('add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove')),
      from_role text,
      to_role text,
      actor_id integer NOT NULL
    );
    CREATE INDEX account_log_host_user ON account_log (host_user_id, id DESC);
    CREATE INDEX account_log_actor ON account_log (actor_id);

    CREATE TRIGGER account_log_append_only BEFORE UPDATE OR DELETE ON account_log
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER account_log_no_truncate BEFORE TRUNCATE ON account_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE account_log");
}
