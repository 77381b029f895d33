import type { Knex } from "knex";

/** The site's settings: configuration, logos, companies, codes, holidays. Changes are recorded as events. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A migration that removes or renames something, or adds requirements to rows, writes its own name here; one that
    -- only adds does not, and servers of the previous version keep running (docs/upgrading.md).
    CREATE TABLE schema_requirements (
      is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
      oldest_known_migration text NOT NULL
    );
    COMMENT ON COLUMN schema_requirements.oldest_known_migration IS
      'file name of the last migration that servers without it cannot work with';
    INSERT INTO schema_requirements (oldest_known_migration) VALUES ('12_server.ts');

    -- Changes with every commit to settings or texts; a process's cache is valid as long as the version is. Deferred
    -- to the end of the transaction, so that a transaction that waits for the row holds it only briefly.
    CREATE TABLE site_version (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      version uuid NOT NULL DEFAULT gen_random_uuid()
    );
    INSERT INTO site_version DEFAULT VALUES;
    CREATE FUNCTION renew_site_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE site_version SET version = gen_random_uuid();
      RETURN NULL;
    END $$;

    -- Always one row; the defaults are those of a new site.
    CREATE TABLE configuration (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      database_id uuid NOT NULL DEFAULT gen_random_uuid(),
      -- the site
      customer_company text NOT NULL DEFAULT '',
      en_customer_company text NOT NULL DEFAULT '',
      timezone text NOT NULL DEFAULT 'Asia/Seoul',
      homepage text NOT NULL DEFAULT '',
      brand_color text NOT NULL DEFAULT '#1d3f8f' CHECK (brand_color ~ '^#[0-9a-fA-F]{6}$'),
      -- requests of the public form
      max_request_days integer NOT NULL DEFAULT 7 CHECK (max_request_days BETWEEN 1 AND 365),
      request_input_user_company boolean NOT NULL DEFAULT true,
      request_input_place boolean NOT NULL DEFAULT true,
      request_input_visitor_company boolean NOT NULL DEFAULT true,
      use_car boolean NOT NULL DEFAULT true,
      companions boolean NOT NULL DEFAULT false,
      auto_approve boolean NOT NULL DEFAULT false,
      lookup_code boolean NOT NULL DEFAULT false,
      submit_code boolean NOT NULL DEFAULT false,
      decide_by_link boolean NOT NULL DEFAULT false,
      -- privacy; visits made before consent was required are exempt
      retention_days integer NOT NULL DEFAULT 365 CHECK (retention_days BETWEEN 1 AND 3650),
      require_consent boolean NOT NULL DEFAULT false,
      require_consent_since timestamptz,
      -- sign-in
      idle_minutes jsonb NOT NULL DEFAULT '{"host": 30, "desk": 30, "admin": 30, "privacy": 30}',
      second_factor_roles text[] NOT NULL DEFAULT '{admin,privacy}'
        CHECK (second_factor_roles <@ ARRAY['host', 'desk', 'admin', 'privacy']),
      company_addresses text[] NOT NULL DEFAULT '{}',
      -- messages: hours of the day as HH:mm, empty where switched off
      quiet_from text NOT NULL DEFAULT '',
      quiet_until text NOT NULL DEFAULT '',
      remind_at text NOT NULL DEFAULT '',
      public_messages_per_hour integer NOT NULL DEFAULT 300 CHECK (public_messages_per_hour >= 1),
      public_messages_per_day integer NOT NULL DEFAULT 2000 CHECK (public_messages_per_day >= 1),
      message_countries text[] NOT NULL DEFAULT '{+82}',
      -- working hours, after some of which an undecided request is passed on (0: never)
      escalate_after_hours integer NOT NULL DEFAULT 0 CHECK (escalate_after_hours BETWEEN 0 AND 80),
      work_from text NOT NULL DEFAULT '09:00',
      work_until text NOT NULL DEFAULT '18:00',
      work_days integer[] NOT NULL DEFAULT '{1,2,3,4,5}',
      korean_holidays boolean NOT NULL DEFAULT true,
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT configuration_require_consent CHECK (require_consent = (require_consent_since IS NOT NULL)),
      CONSTRAINT configuration_quiet CHECK ((quiet_from = '') = (quiet_until = '')),
      CONSTRAINT configuration_work_hours CHECK (work_from < work_until),
      CONSTRAINT configuration_work_days CHECK (cardinality(work_days) > 0 AND work_days <@ '{1,2,3,4,5,6,7}')
    );
    COMMENT ON COLUMN configuration.database_id IS 'Never changed; the storage of uploaded files contains it.';
    COMMENT ON COLUMN configuration.company_addresses IS
      'from elsewhere all users need a second factor; empty for no restriction';
    COMMENT ON COLUMN configuration.message_countries IS
      'beginnings of numbers that text messages caused by strangers may go to';
    COMMENT ON COLUMN configuration.work_days IS 'ISO days of the week, 1 is Monday';
    INSERT INTO configuration DEFAULT VALUES;

    CREATE TABLE logos (
      lang text PRIMARY KEY CHECK (lang IN ('ko', 'en')),
      content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
      content bytea NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE companies (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> ''),
      en_name text NOT NULL DEFAULT '',
      in_use boolean NOT NULL DEFAULT true,
      disp_order integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- Codes by kind: 9002 places, 9003 purposes. Unique with the kind, so that foreign keys can include it
    -- (docs/decisions/server/tables.md).
    CREATE TABLE user_codes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind integer NOT NULL CHECK (kind BETWEEN 1000 AND 9999),
      name text NOT NULL CHECK (name <> ''),
      en_name text NOT NULL DEFAULT '',
      in_use boolean NOT NULL DEFAULT true,
      disp_order integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (kind, name),
      CONSTRAINT user_codes_of_kind UNIQUE (id, kind)
    );

    CREATE TABLE holidays (
      day date PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      is_off boolean NOT NULL,
      updated_at timestamptz NOT NULL
    );
    COMMENT ON TABLE holidays IS 'days on which the site differs from the calendar of public holidays';
    COMMENT ON COLUMN holidays.is_off IS 'false: a public holiday that is a working day';

    -- Lets the demonstration move its dates. No row for a site's own data.
    CREATE TABLE demonstration (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      last_visit_id integer NOT NULL,
      first_today_id integer NOT NULL,
      last_log_id bigint NOT NULL,
      moved_on date NOT NULL,
      CHECK (first_today_id <= last_visit_id)
    );
    COMMENT ON COLUMN demonstration.last_visit_id IS 'last visit of the seed';
    COMMENT ON COLUMN demonstration.first_today_id IS 'first visit of those around the present hour';
    COMMENT ON COLUMN demonstration.last_log_id IS 'last row of visit_logs of the seed';
    COMMENT ON COLUMN demonstration.moved_on IS 'day, by the site''s calendar, that counts as today';

    CREATE TRIGGER configuration_recorded AFTER INSERT OR UPDATE OR DELETE ON configuration
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    CREATE TRIGGER logos_recorded AFTER INSERT OR UPDATE OR DELETE ON logos
      FOR EACH ROW EXECUTE FUNCTION record_change('{content}');
    CREATE TRIGGER companies_recorded AFTER INSERT OR UPDATE OR DELETE ON companies
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    CREATE TRIGGER user_codes_recorded AFTER INSERT OR UPDATE OR DELETE ON user_codes
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    CREATE TRIGGER holidays_recorded AFTER INSERT OR UPDATE OR DELETE ON holidays
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');

    CREATE CONSTRAINT TRIGGER configuration_version AFTER INSERT OR UPDATE OR DELETE ON configuration
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER configuration_version_emptied AFTER TRUNCATE ON configuration
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();
    CREATE CONSTRAINT TRIGGER companies_version AFTER INSERT OR UPDATE OR DELETE ON companies
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER companies_version_emptied AFTER TRUNCATE ON companies
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();
    CREATE CONSTRAINT TRIGGER user_codes_version AFTER INSERT OR UPDATE OR DELETE ON user_codes
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER user_codes_version_emptied AFTER TRUNCATE ON user_codes
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE demonstration, holidays, user_codes, companies, logos, configuration;
    DROP FUNCTION renew_site_version();
    DROP TABLE site_version, schema_requirements;
  `);
}
