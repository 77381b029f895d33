import type { Knex } from "knex";

/** Passes, the desk's closing of a day, and the content of the lobby's screens. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A pass that is out references the visit that holds it. A visit holds at most one pass for visitors and one for
    -- vehicles.
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
      CHECK ((status = 'issued') = (visit_id IS NOT NULL)),
      CHECK ((visit_id IS NULL) = (issued_at IS NULL))
    );
    -- P-001 and p-001 are one number (contract, passNoOf).
    CREATE UNIQUE INDEX passes_number ON passes (vehicle, upper(normalize(pass_no, NFKC)));
    CREATE UNIQUE INDEX passes_one_of_each ON passes (visit_id, vehicle) WHERE visit_id IS NOT NULL;
    CREATE INDEX passes_list ON passes (vehicle, status, pass_no);

    -- Reports of closed days. A report never changes; it can be reopened once, and is kept.
    CREATE TABLE day_closings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      day date NOT NULL,
      closed_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      closed_at timestamptz NOT NULL,
      inside integer[] NOT NULL,
      overnight integer[] NOT NULL CHECK (overnight <@ inside),
      passes_out integer[] NOT NULL,
      car_passes_out integer[] NOT NULL,
      reopened_by integer REFERENCES host_users ON DELETE RESTRICT,
      reopened_at timestamptz,
      reopen_reason text,
      CHECK ((reopened_at IS NULL) = (reopened_by IS NULL) AND (reopened_at IS NULL) = (reopen_reason IS NULL))
    );
    COMMENT ON COLUMN day_closings.inside IS 'ids of visits, as in the other lists; they outlive the visits';
    CREATE UNIQUE INDEX day_closings_closed ON day_closings (day) WHERE reopened_at IS NULL;
    CREATE INDEX day_closings_day ON day_closings (day DESC, id DESC);
    CREATE FUNCTION keep_day_closings() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF OLD.reopened_at IS NULL AND
          (NEW.id, NEW.day, NEW.closed_by, NEW.closed_at, NEW.inside, NEW.overnight, NEW.passes_out, NEW.car_passes_out)
          = (OLD.id, OLD.day, OLD.closed_by, OLD.closed_at, OLD.inside, OLD.overnight, OLD.passes_out, OLD.car_passes_out)
        THEN
          RETURN NEW;
        END IF;
      END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER day_closings_append_only BEFORE UPDATE OR DELETE ON day_closings
      FOR EACH ROW EXECUTE FUNCTION keep_day_closings();

    -- An image or video names its file in the storage of uploaded files; the name cannot be guessed.
    CREATE TABLE signage_contents (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      type text NOT NULL CHECK (type IN ('text', 'flow-text', 'image', 'video')),
      title text NOT NULL CHECK (title <> '' AND length(title) <= 100),
      text text NOT NULL DEFAULT '' CHECK (length(text) <= 1000),
      en_text text NOT NULL DEFAULT '' CHECK (length(en_text) <= 1000),
      file_name text UNIQUE CHECK (file_name ~ '^[0-9a-f]{32}[.](png|jpg|webp|mp4|webm)$'),
      original_name text CHECK (length(original_name) <= 200),
      content_type text,
      file_size bigint CHECK (file_size > 0),
      width integer CHECK (width > 0),
      height integer CHECK (height > 0),
      disp_order integer NOT NULL,
      seconds integer NOT NULL CHECK (seconds BETWEEN 3 AND 3600),
      starts_at timestamptz,
      ends_at timestamptz,
      in_use boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CHECK (ends_at > starts_at),
      CHECK ((type IN ('text', 'flow-text')) = (text <> '')),
      CHECK (type IN ('text', 'flow-text') OR en_text = ''),
      CHECK ((type IN ('image', 'video')) = (file_name IS NOT NULL)),
      CHECK (num_nulls(file_name, original_name, content_type, file_size) IN (0, 4)),
      CHECK ((type = 'image') = (width IS NOT NULL AND height IS NOT NULL))
    );
    COMMENT ON COLUMN signage_contents.original_name IS 'name of the uploaded file; shown to staff';
    CREATE INDEX signage_contents_order ON signage_contents (disp_order, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE signage_contents, day_closings, passes;
    DROP FUNCTION keep_day_closings();
  `);
}
