import type { Knex } from "knex";

/**
 * State that the server's processes share: limits, idempotent answers, live changes, webhooks, paused jobs, CSP
 * reports.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Unlogged: counts of minutes may be lost in a crash.
    CREATE UNLOGGED TABLE rate_limits (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
    CREATE INDEX rate_limits_expire ON rate_limits (expire);

    CREATE TABLE idempotency_keys (
      endpoint text NOT NULL,
      key text NOT NULL,
      body_hash bytea NOT NULL,
      answer jsonb,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (endpoint, key)
    );
    CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

    -- Changes for open consoles: read by every process, deleted after hours. A row stores its transaction, because
    -- ids of concurrent transactions become visible out of order: new rows are found by snapshot, not by id.
    CREATE TABLE changes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind <> ''),
      visit_id integer,
      host_user_id integer,
      transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
      at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN changes.host_user_id IS 'host of the visit; hosts receive changes of their own visits only';
    CREATE INDEX changes_transaction ON changes (transaction);

    -- Webhooks (docs/decisions/server/integrations.md).
    CREATE TABLE webhooks (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ref text NOT NULL UNIQUE,
      name text NOT NULL CHECK (name <> ''),
      host text NOT NULL,
      format text NOT NULL CHECK (format IN ('standard', 'slack', 'teams', 'kakaowork')),
      language text NOT NULL CHECK (language IN ('ko', 'en')),
      events text[] NOT NULL CHECK (cardinality(events) > 0
        AND events <@ ARRAY['applied', 'decided', 'entered', 'left', 'cancelled', 'alert']),
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
    COMMENT ON COLUMN webhooks.host IS 'host name of the URL; the URL may contain a secret and is encrypted with the signing secret';
    COMMENT ON COLUMN webhooks.secret_version IS 'increases with each new URL or secret, so that the event log shows the change';
    CREATE TRIGGER webhooks_recorded AFTER INSERT OR DELETE
      OR UPDATE OF name, host, format, language, events, is_personal, is_active, paused_because, secret_version ON webhooks
      FOR EACH ROW EXECUTE FUNCTION record_change('{secret_cipher}');

    -- An outbox without personal data: the content is read from the visit when it is sent.
    CREATE TABLE webhook_deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ref uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      visit_id integer REFERENCES visits ON DELETE CASCADE,
      event text NOT NULL CHECK (event IN ('applied', 'decided', 'entered', 'left', 'cancelled', 'alert', 'test')),
      alert text NOT NULL DEFAULT '',
      status_code text NOT NULL DEFAULT '',
      happened_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed', 'unknown')),
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz,
      leased_until timestamptz,
      answer_status integer,
      error text NOT NULL DEFAULT '',
      finished_at timestamptz,
      CHECK ((visit_id IS NULL) = (event IN ('alert', 'test'))),
      CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
      CHECK ((state = 'sending') = (leased_until IS NOT NULL)),
      CHECK ((state IN ('delivered', 'failed', 'unknown')) = (finished_at IS NOT NULL)),
      CONSTRAINT webhook_deliveries_alert_check CHECK ((alert = '') = (event <> 'alert'))
    );
    COMMENT ON COLUMN webhook_deliveries.ref IS 'the receiver''s webhook-id, the same at every attempt';
    COMMENT ON COLUMN webhook_deliveries.alert IS 'kind of alert; empty for other events';
    COMMENT ON COLUMN webhook_deliveries.answer_status IS 'status of the last answer, whose content is not stored';
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at, id) WHERE state = 'waiting';
    CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, visit_id, id)
      WHERE state IN ('waiting', 'sending');
    CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (leased_until) WHERE state = 'sending';
    CREATE INDEX webhook_deliveries_list ON webhook_deliveries (webhook_id, id DESC);
    CREATE INDEX webhook_deliveries_visit_id ON webhook_deliveries (visit_id) WHERE visit_id IS NOT NULL;
    CREATE INDEX webhook_deliveries_finished_at ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;

    -- A job that would destroy an unusual amount waits here for a confirmation.
    CREATE TABLE paused_jobs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      job text NOT NULL CHECK (job IN ('destroyDue', 'oldMessages', 'accessLog', 'cleanFiles', 'restored', 'events')),
      amount integer NOT NULL CONSTRAINT paused_jobs_amount_check CHECK (amount > 0 OR (job = 'restored' AND amount = 0)),
      total integer NOT NULL CHECK (total >= amount),
      through date NOT NULL,
      found_at timestamptz NOT NULL,
      confirmed_by integer REFERENCES host_users ON DELETE SET NULL,
      confirmed_at timestamptz,
      done_at timestamptz,
      CHECK (confirmed_by IS NULL OR confirmed_at IS NOT NULL)
    );
    COMMENT ON COLUMN paused_jobs.through IS 'last day by which the job chose records; it deletes no later ones';
    CREATE UNIQUE INDEX paused_jobs_waiting ON paused_jobs (job) WHERE done_at IS NULL;

    -- Scheduled jobs, by the database's clock.
    CREATE TABLE job_runs (
      name text PRIMARY KEY,
      minute integer,
      added_at timestamptz NOT NULL DEFAULT now(),
      queued_at timestamptz NOT NULL DEFAULT now(),
      done_at timestamptz
    );
    COMMENT ON COLUMN job_runs.minute IS 'of each hour; null for every minute';

    -- Counted by kind, because any client may send such reports.
    CREATE TABLE blocked_content (
      directive text NOT NULL,
      blocked text NOT NULL,
      page text NOT NULL,
      count integer NOT NULL DEFAULT 1,
      first_at timestamptz NOT NULL DEFAULT now(),
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (directive, blocked, page)
    );
    COMMENT ON TABLE blocked_content IS 'reports of the content security policy; deleted 30 days after the last one of a kind';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE blocked_content, job_runs, paused_jobs;
    DROP TABLE webhook_deliveries, webhooks, changes, idempotency_keys, rate_limits;
  `);
}
