import type { Knex } from "knex";

/**
 * Deputies and absence (docs/decisions/front-desk/delegations.md): whom a host names, and from when until when. What was in force
 * stays, because logs refer to it. The log of a visit names whose place a deputy took.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE delegations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      start_at timestamptz NOT NULL,
      end_at timestamptz NOT NULL,
      is_away boolean NOT NULL,
      created_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      created_at timestamptz NOT NULL,
      CHECK (start_at <= end_at)
    );
    COMMENT ON COLUMN delegations.end_at IS 'The first instant at which it is over.';
    CREATE INDEX delegations_host_user ON delegations (host_user_id, end_at);
    CREATE INDEX delegations_created_by ON delegations (created_by);
    CREATE TABLE delegation_deputies (
      delegation_id integer NOT NULL REFERENCES delegations ON DELETE CASCADE,
      deputy_id integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      PRIMARY KEY (delegation_id, deputy_id)
    );
    CREATE INDEX delegation_deputies_deputy ON delegation_deputies (deputy_id);
    ALTER TABLE visit_logs
      ADD COLUMN on_behalf_of_id integer REFERENCES host_users ON DELETE RESTRICT,
      ADD CONSTRAINT visit_logs_on_behalf CHECK (on_behalf_of_id IS NULL OR (actor_id IS NOT NULL AND actor_id <> on_behalf_of_id));
    COMMENT ON COLUMN visit_logs.on_behalf_of_id IS 'The host whose deputy the actor was.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_logs DROP COLUMN on_behalf_of_id;
    DROP TABLE delegation_deputies;
    DROP TABLE delegations;
  `);
}
