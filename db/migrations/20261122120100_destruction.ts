import type { Knex } from "knex";

/**
 * What stays after a visit was destroyed: it counts for its day, and stands in the register. Neither can be
 * led back to anybody. And the requests of people who want to be forgotten.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Counters, not rows of visits: a row for each would tell, by its order, which line of the register it is.
    CREATE TABLE visit_statistics (
      day date NOT NULL,
      location_id integer REFERENCES user_codes ON DELETE RESTRICT,
      purpose_id integer NOT NULL REFERENCES user_codes ON DELETE RESTRICT,
      company_id integer NOT NULL REFERENCES companies ON DELETE RESTRICT,
      department text NOT NULL DEFAULT '',
      origin text NOT NULL CHECK (origin IN ('public', 'console')),
      status_code text NOT NULL,
      ended_because text,
      visits integer NOT NULL CHECK (visits > 0),
      companions integer NOT NULL CHECK (companions BETWEEN 0 AND visits),
      stays integer NOT NULL CHECK (stays BETWEEN 0 AND visits),
      stay_minutes bigint NOT NULL CHECK (stay_minutes >= 0)
    );
    CREATE UNIQUE INDEX visit_statistics_once ON visit_statistics (day, location_id, purpose_id, company_id,
      department, origin, status_code, ended_because) NULLS NOT DISTINCT;
    COMMENT ON TABLE visit_statistics IS 'destroyed visits, counted, for reports; those that are kept stand in visits';
    COMMENT ON COLUMN visit_statistics.day IS 'of the start, by the site''s calendar';
    COMMENT ON COLUMN visit_statistics.company_id IS 'of the host, like the department';
    COMMENT ON COLUMN visit_statistics.stays IS 'visits that were entered and left; stay_minutes is their sum';

    -- No reference to host_users: the register may belong to a role of its own
    -- (docs/decisions/privacy/audit-log-ownership.md).
    CREATE TABLE destruction_register (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      actor_kind text NOT NULL CHECK (actor_kind IN ('staff', 'job')),
      host_user_id integer,
      why text NOT NULL CHECK (why IN ('due', 'officer', 'request')),
      visit_ids integer[] NOT NULL,
      persons integer NOT NULL CHECK (persons >= 0),
      messages integer NOT NULL DEFAULT 0 CHECK (messages >= 0),
      retention_days integer[] NOT NULL,
      CHECK ((actor_kind = 'staff') = (host_user_id IS NOT NULL))
    );
    CREATE INDEX destruction_register_at ON destruction_register (at DESC, id DESC);
    COMMENT ON COLUMN destruction_register.retention_days IS 'days from the end to the day of destruction that the visitors were told';

    CREATE TRIGGER destruction_register_append_only BEFORE UPDATE OR DELETE ON destruction_register
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER destruction_register_no_truncate BEFORE TRUNCATE ON destruction_register
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    CREATE TABLE erasure_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      request_no text NOT NULL UNIQUE CHECK (request_no ~ '^[0-9]{6}-[0-9A-HJKMNP-TV-Z]{5}$'),
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'erased', 'refused')),
      name text NOT NULL DEFAULT '' CHECK (length(name) <= 50),
      cell_cipher bytea,
      cell_key text,
      cell_hash bytea,
      cell_last_four_hash bytea,
      cell_hash_key text,
      visit_ids integer[] NOT NULL DEFAULT '{}',
      note text NOT NULL DEFAULT '',
      created_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      created_at timestamptz NOT NULL,
      decided_by integer REFERENCES host_users ON DELETE RESTRICT,
      decided_at timestamptz,
      reason text NOT NULL DEFAULT '',
      erased_visits integer NOT NULL DEFAULT 0 CHECK (erased_visits >= 0),
      CHECK (num_nulls(cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key) IN (0, 5)),
      CHECK ((state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
      -- Whose request it was is forgotten with the decision.
      CONSTRAINT erasure_requests_forget
        CHECK (state = 'open' OR (name = '' AND note = '' AND visit_ids = '{}' AND cell_cipher IS NULL))
    );
    CREATE INDEX erasure_requests_created ON erasure_requests (created_at DESC, id DESC);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE erasure_requests, destruction_register, visit_statistics");
}
