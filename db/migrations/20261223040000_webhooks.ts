import type { Knex } from "knex";

/**
 * Webhooks (docs/decisions/server/webhooks.md): who is told of what happens to visits, and an outbox that is written with it.
 * Deliveries hold nothing personal: what is sent is made from the visit when it is sent.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE webhooks (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ref text NOT NULL UNIQUE,
      name text NOT NULL CHECK (name <> ''),
      host text NOT NULL,
      format text NOT NULL CHECK (format IN ('standard', 'slack', 'teams', 'kakaowork')),
      language text NOT NULL CHECK (language IN ('ko', 'en')),
      events text[] NOT NULL CHECK (cardinality(events) > 0
        AND events <@ ARRAY['applied', 'decided', 'entered', 'left', 'cancelled']),
      is_personal boolean NOT NULL DEFAULT false,
      is_active boolean NOT NULL DEFAULT true,
      paused_because text NOT NULL DEFAULT '' CHECK (paused_because IN ('', 'failing', 'gone')),
      failing_since timestamptz,
      secret_cipher bytea NOT NULL,
      secret_key text NOT NULL,
      secret_version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CHECK (paused_because = '' OR NOT is_active)
    );
    COMMENT ON COLUMN webhooks.host IS 'Of the address, which may hold a secret and is sealed with the one that signs.';
    COMMENT ON COLUMN webhooks.secret_version IS 'Grows with each new address or secret, so that the log of events shows it.';
    CREATE TRIGGER webhooks_recorded AFTER INSERT OR DELETE
      OR UPDATE OF name, host, format, language, events, is_personal, is_active, paused_because, secret_version ON webhooks
      FOR EACH ROW EXECUTE FUNCTION record_change('{secret_cipher}');

    CREATE TABLE webhook_deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ref uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      visit_id integer REFERENCES visits ON DELETE CASCADE,
      event text NOT NULL CHECK (event IN ('applied', 'decided', 'entered', 'left', 'cancelled', 'test')),
      status_code text NOT NULL DEFAULT '',
      happened_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz,
      leased_until timestamptz,
      answer_status integer,
      error text NOT NULL DEFAULT '',
      finished_at timestamptz,
      CHECK ((visit_id IS NULL) = (event = 'test')),
      CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
      CHECK ((state = 'sending') = (leased_until IS NOT NULL)),
      CHECK ((state IN ('delivered', 'failed')) = (finished_at IS NOT NULL))
    );
    COMMENT ON COLUMN webhook_deliveries.ref IS 'The receiver''s webhook-id, the same at every attempt.';
    COMMENT ON COLUMN webhook_deliveries.answer_status IS 'The status of the last answer; what else it said is never kept.';
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at, id) WHERE state = 'waiting';
    CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, visit_id, id)
      WHERE state IN ('waiting', 'sending');
    CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (leased_until) WHERE state = 'sending';
    CREATE INDEX webhook_deliveries_list ON webhook_deliveries (webhook_id, id DESC);
    CREATE INDEX webhook_deliveries_visit_id ON webhook_deliveries (visit_id) WHERE visit_id IS NOT NULL;
    CREATE INDEX webhook_deliveries_finished_at ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;

    CREATE FUNCTION webhook_event(from_code text, to_code text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE
        WHEN from_code IS NULL THEN 'applied'
        WHEN from_code = to_code THEN NULL
        WHEN to_code = 'cancelled' THEN 'cancelled'
        WHEN to_code = 'entered' THEN 'entered'
        WHEN from_code = 'entered' THEN 'left'
        WHEN to_code IN ('applied', 'approved', 'rejected') THEN 'decided'
      END
    $$;
    COMMENT ON FUNCTION webhook_event IS 'Which event a row of a visit''s log is; null where it is none.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP FUNCTION webhook_event(text, text);
    DROP TABLE webhook_deliveries, webhooks;
  `);
}
