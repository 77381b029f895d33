import type { Knex } from "knex";

/**
 * Which privacy policy was in force when. A policy that comes back keeps the date on which it was applied first, so
 * each of its periods is a row; a trigger keeps them, whoever writes. Of policies that were replaced before, only the
 * last period is known: it ends where the next one's begins.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE policy_periods (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      privacy_policy_id integer NOT NULL REFERENCES privacy_policies ON DELETE CASCADE,
      applied_at timestamptz NOT NULL,
      replaced_at timestamptz CHECK (replaced_at >= applied_at)
    );
    CREATE INDEX policy_periods_policy ON policy_periods (privacy_policy_id, applied_at);
    CREATE UNIQUE INDEX policy_periods_one_in_force ON policy_periods ((replaced_at IS NULL))
      WHERE replaced_at IS NULL;

    INSERT INTO policy_periods (privacy_policy_id, applied_at, replaced_at)
    SELECT id, applied_at,
      CASE WHEN NOT applied THEN greatest(applied_at, coalesce(next_applied_at, updated_at)) END
    FROM (
      SELECT *, lead(applied_at) OVER (ORDER BY applied_at, id) AS next_applied_at
      FROM privacy_policies WHERE applied_at IS NOT NULL
    ) AS known
    ORDER BY applied_at, id;

    CREATE FUNCTION keep_policy_periods() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO policy_periods (privacy_policy_id, applied_at, replaced_at)
        VALUES (NEW.id, NEW.applied_at,
          CASE WHEN NOT NEW.applied THEN greatest(NEW.applied_at, NEW.updated_at) END);
      ELSIF NEW.applied THEN
        INSERT INTO policy_periods (privacy_policy_id, applied_at)
        VALUES (NEW.id, CASE WHEN OLD.applied_at IS NULL THEN NEW.applied_at ELSE NEW.updated_at END);
      ELSE
        UPDATE policy_periods SET replaced_at = greatest(applied_at, NEW.updated_at)
        WHERE privacy_policy_id = NEW.id AND replaced_at IS NULL;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER keep_policy_periods_inserted AFTER INSERT ON privacy_policies
      FOR EACH ROW WHEN (NEW.applied_at IS NOT NULL) EXECUTE FUNCTION keep_policy_periods();
    CREATE TRIGGER keep_policy_periods_updated AFTER UPDATE OF applied ON privacy_policies
      FOR EACH ROW WHEN (OLD.applied <> NEW.applied) EXECUTE FUNCTION keep_policy_periods();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER keep_policy_periods_inserted ON privacy_policies;
    DROP TRIGGER keep_policy_periods_updated ON privacy_policies;
    DROP FUNCTION keep_policy_periods();
    DROP TABLE policy_periods;
  `);
}
