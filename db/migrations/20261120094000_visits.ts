import type { Knex } from "knex";

/**
 * A visit, its companions (visits that name a leader), its log and what was agreed to.
 * Mobile numbers are kept encrypted, with keyed hashes for lookup by the whole number and by the last
 * four digits; a companion may have none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE visits (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      reserve_no text NOT NULL UNIQUE CHECK (reserve_no ~ '^[0-9]{6}-[0-9A-HJKMNP-TV-Z]{5}$'),
      leader_id integer REFERENCES visits ON DELETE RESTRICT CHECK (leader_id <> id),
      status_code text NOT NULL CHECK
        (status_code IN ('applied', 'approved', 'rejected', 'cancelled', 'entered', 'exited', 'ended')),
      ended_because text CHECK (ended_because IN ('expired', 'noShow', 'done', 'closed')),
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      location_id integer REFERENCES user_codes ON DELETE RESTRICT,
      purpose_id integer NOT NULL REFERENCES user_codes ON DELETE RESTRICT,
      start_at timestamptz NOT NULL,
      end_at timestamptz NOT NULL,
      name text NOT NULL CHECK (name <> '' AND length(name) <= 50),
      company text NOT NULL DEFAULT '',
      position text NOT NULL DEFAULT '',
      phone text NOT NULL DEFAULT '',
      cell_cipher bytea,
      cell_key text,
      cell_hash bytea,
      cell_last_four_hash bytea,
      cell_hash_key text,
      car_number text NOT NULL DEFAULT '',
      note text NOT NULL DEFAULT '',
      guide text NOT NULL DEFAULT '',
      origin text NOT NULL CHECK (origin IN ('public', 'console')),
      lang text NOT NULL CHECK (lang IN ('ko', 'en')),
      destroy_on date NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CHECK (end_at > start_at),
      CHECK ((status_code = 'ended') = (ended_because IS NOT NULL)),
      CHECK (num_nulls(cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key) IN (0, 5))
    );
    CREATE INDEX visits_cell_hash ON visits (cell_hash, created_at DESC);
    CREATE INDEX visits_leader ON visits (leader_id) WHERE leader_id IS NOT NULL;
    CREATE INDEX visits_host ON visits (host_user_id, start_at DESC);
    CREATE INDEX visits_location ON visits (location_id);
    CREATE INDEX visits_purpose ON visits (purpose_id);

    CREATE TABLE visit_logs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      visit_id integer NOT NULL REFERENCES visits ON DELETE RESTRICT,
      action text NOT NULL,
      from_code text,
      to_code text NOT NULL,
      actor_kind text NOT NULL CHECK (actor_kind IN ('visitor', 'staff', 'job')),
      actor_id integer REFERENCES host_users ON DELETE RESTRICT,
      note text NOT NULL DEFAULT '',
      at timestamptz NOT NULL,
      CHECK ((actor_kind = 'staff') = (actor_id IS NOT NULL))
    );
    CREATE INDEX visit_logs_visit ON visit_logs (visit_id, id);

    CREATE TABLE visit_consents (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      visit_id integer NOT NULL REFERENCES visits ON DELETE RESTRICT,
      terms_version_id integer REFERENCES terms_versions ON DELETE RESTRICT,
      privacy_policy_id integer REFERENCES privacy_policies ON DELETE RESTRICT,
      agreed boolean NOT NULL,
      lang text NOT NULL CHECK (lang IN ('ko', 'en')),
      agreed_at timestamptz NOT NULL,
      CHECK (num_nonnulls(terms_version_id, privacy_policy_id) = 1)
    );
    CREATE UNIQUE INDEX visit_consents_once
      ON visit_consents (visit_id, terms_version_id, privacy_policy_id) NULLS NOT DISTINCT;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE visit_consents, visit_logs, visits");
}
