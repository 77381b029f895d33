import type { Knex } from "knex";

/**
 * Passes, of people and of vehicles. A pass that is out names the visit that holds it, so it is out at
 * most once, and a visit holds at most one of each: the database itself holds that.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE passes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      vehicle boolean NOT NULL,
      pass_no text NOT NULL CHECK (pass_no <> '' AND length(pass_no) <= 30),
      kind text NOT NULL DEFAULT '' CHECK (length(kind) <= 30),
      status text NOT NULL DEFAULT 'available' CHECK (status IN ('available', 'issued', 'lost', 'retired')),
      visit_id integer REFERENCES visits ON DELETE RESTRICT,
      issued_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (vehicle, pass_no),
      CHECK ((status = 'issued') = (visit_id IS NOT NULL)),
      CHECK ((visit_id IS NULL) = (issued_at IS NULL))
    );
    CREATE UNIQUE INDEX passes_one_of_each ON passes (visit_id, vehicle) WHERE visit_id IS NOT NULL;
    CREATE INDEX passes_list ON passes (vehicle, status, pass_no);

    ALTER TABLE visits
      ADD COLUMN entered_at timestamptz,
      ADD COLUMN exited_at timestamptz,
      ADD COLUMN entered_from text CHECK (entered_from IN ('approved', 'exited')),
      ADD CHECK (status_code <> 'entered' OR (entered_at IS NOT NULL AND entered_from IS NOT NULL));
    ALTER TABLE visit_logs ADD COLUMN pass_no text NOT NULL DEFAULT '';

    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP FUNCTION refuse_change();
    ALTER TABLE visit_logs DROP COLUMN pass_no;
    ALTER TABLE visits DROP COLUMN entered_at, DROP COLUMN exited_at, DROP COLUMN entered_from;
    DROP TABLE passes;
  `);
}
