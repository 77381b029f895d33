import type { Knex } from "knex";

const permissions = [
  ...[
    "visits.see",
    "visits.decide",
    "visits.reserve",
    "visits.edit",
    "visits.search",
    "desk",
    "passes",
    "choices",
  ],
  ...["referenceData.read", "referenceData", "texts", "privacy.read", "sms", "signage", "reports"],
]
  .map((permission) => `'${permission}'`)
  .join(", ");

/** What a day's events are sealed by; what has no key is hashed as it was before there were any. */
const dayHash = (key: string) => `
    CREATE OR REPLACE FUNCTION event_day_hash(day date, previous bytea) RETURNS bytea LANGUAGE sql STABLE
      SET timezone TO 'UTC' SET search_path TO pg_catalog, pg_temp AS $$
      SELECT sha256(coalesce(previous, ''::bytea) || convert_to(day::text || coalesce(string_agg(
        E'\\n' || (jsonb_build_array(e.id, e.at, e.kind, e.host_user_id, e.address, e.call, e.subject, e.subject_id,
          e.detail, e.before, e.after)${key})::text, '' ORDER BY e.id), ''), 'UTF8'))
      FROM public.events e WHERE e.at >= day::timestamptz AND e.at < (day + 1)::timestamptz
    $$;`;

/**
 * Keys by which other systems call (docs/decisions/server/api-keys.md), and logs that name them. A key is revoked and never
 * deleted: what it did goes on naming it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE api_keys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      prefix text NOT NULL CHECK (prefix ~ '^vk_[a-z0-9]{8}$'),
      hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
      permissions text[] NOT NULL CHECK (cardinality(permissions) > 0 AND permissions <@ ARRAY[${permissions}]),
      created_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at <= created_at + interval '2 years 1 day'),
      last_used_at timestamptz,
      last_used_address text NOT NULL DEFAULT '',
      revoked_at timestamptz
    );
    COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key, which is kept nowhere.';
    COMMENT ON COLUMN api_keys.last_used_at IS 'Written at most once a minute.';
    CREATE INDEX api_keys_created_by ON api_keys (created_by);
    CREATE TRIGGER api_keys_recorded AFTER INSERT OR DELETE
      OR UPDATE OF name, permissions, expires_at, revoked_at ON api_keys
      FOR EACH ROW EXECUTE FUNCTION record_change('{hash}');

    ALTER TABLE visit_logs
      ADD COLUMN api_key_id integer REFERENCES api_keys ON DELETE RESTRICT,
      DROP CONSTRAINT visit_logs_actor_kind_check,
      ADD CONSTRAINT visit_logs_actor_kind_check CHECK (actor_kind IN ('visitor', 'staff', 'job', 'key')),
      ADD CONSTRAINT visit_logs_api_key CHECK ((actor_kind = 'key') = (api_key_id IS NOT NULL));
    CREATE INDEX visit_logs_api_key_id ON visit_logs (api_key_id) WHERE api_key_id IS NOT NULL;

    ALTER TABLE access_log ADD COLUMN api_key_id integer;
    COMMENT ON COLUMN access_log.api_key_id IS 'The key that read; host_user_id is then who made it and answers for it.';

    ALTER TABLE events ADD COLUMN api_key_id integer DEFAULT caller_part('apiKeyId')::integer;
    COMMENT ON COLUMN events.api_key_id IS 'The key that did it; host_user_id is null then.';
    ${dayHash(" || CASE WHEN e.api_key_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(e.api_key_id) END")}
  `);
}

/** What keys did to visits becomes what those who made them did. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${dayHash("")}
    ALTER TABLE events DROP COLUMN api_key_id;
    ALTER TABLE access_log DROP COLUMN api_key_id;

    ALTER TABLE visit_logs DISABLE TRIGGER visit_logs_append_only, DROP CONSTRAINT visit_logs_api_key;
    UPDATE visit_logs l SET actor_kind = 'staff', actor_id = k.created_by FROM api_keys k WHERE k.id = l.api_key_id;
    ALTER TABLE visit_logs
      ENABLE TRIGGER visit_logs_append_only,
      DROP COLUMN api_key_id,
      DROP CONSTRAINT visit_logs_actor_kind_check,
      ADD CONSTRAINT visit_logs_actor_kind_check CHECK (actor_kind IN ('visitor', 'staff', 'job'));
    DROP TABLE api_keys;
  `);
}
