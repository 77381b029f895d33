import type { Knex } from "knex";

/** Texts that visitors read and agree to. A text that was in force never changes: consents reference it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE privacy_policies (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title text NOT NULL CHECK (title <> ''),
      content text NOT NULL CHECK (content <> ''),
      en_content text NOT NULL DEFAULT '',
      applied boolean NOT NULL DEFAULT false,
      applied_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CHECK (NOT applied OR applied_at IS NOT NULL)
    );
    CREATE UNIQUE INDEX privacy_policies_one_applied ON privacy_policies (applied) WHERE applied;

    -- A policy that was ever applied can only start and end being in force.
    CREATE FUNCTION keep_applied_policy() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.applied_at IS NULL
        AND NOT EXISTS (SELECT FROM visit_consents WHERE privacy_policy_id = OLD.id) THEN
        RETURN coalesce(NEW, OLD);
      END IF;
      IF TG_OP = 'DELETE' OR NEW.applied_at IS NULL
        OR (NEW.id, NEW.title, NEW.content, NEW.en_content) IS DISTINCT FROM
           (OLD.id, OLD.title, OLD.content, OLD.en_content) THEN
        RAISE EXCEPTION 'a policy that was applied never changes' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER keep_applied_policy BEFORE UPDATE OR DELETE ON privacy_policies
      FOR EACH ROW EXECUTE FUNCTION keep_applied_policy();

    -- Periods in which a policy was in force; a policy may return.
    CREATE TABLE policy_periods (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      privacy_policy_id integer NOT NULL REFERENCES privacy_policies ON DELETE CASCADE,
      applied_at timestamptz NOT NULL,
      replaced_at timestamptz CHECK (replaced_at >= applied_at)
    );
    CREATE INDEX policy_periods_policy ON policy_periods (privacy_policy_id, applied_at);
    CREATE UNIQUE INDEX policy_periods_one_in_force ON policy_periods ((replaced_at IS NULL))
      WHERE replaced_at IS NULL;
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

    CREATE TABLE terms (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title text NOT NULL CHECK (title <> ''),
      en_title text NOT NULL DEFAULT '',
      content_type text NOT NULL
        CHECK (content_type IN ('이용약관', '필수동의', '선택동의', '안내문', '체크리스트')),
      render_html boolean NOT NULL DEFAULT false,
      modal_display boolean NOT NULL DEFAULT false,
      request_agree boolean NOT NULL DEFAULT false,
      bg_color text NOT NULL DEFAULT '' CHECK (bg_color = '' OR bg_color ~ '^#[0-9a-fA-F]{6}$'),
      confirm_msg text NOT NULL DEFAULT '',
      en_confirm_msg text NOT NULL DEFAULT '',
      in_use boolean NOT NULL DEFAULT true,
      disp_order integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT terms_checklist_plain CHECK (NOT (render_html AND content_type = '체크리스트'))
    );

    CREATE TABLE terms_versions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      terms_id integer NOT NULL REFERENCES terms ON DELETE RESTRICT,
      version integer NOT NULL CHECK (version > 0),
      body text NOT NULL CHECK (body <> ''),
      en_body text NOT NULL DEFAULT '',
      deployed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (terms_id, version)
    );
    CREATE FUNCTION keep_deployed_text() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.deployed_at IS NOT NULL THEN
        RAISE EXCEPTION 'a deployed terms version never changes' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN coalesce(NEW, OLD);
    END $$;
    CREATE TRIGGER keep_deployed_text BEFORE UPDATE OR DELETE ON terms_versions
      FOR EACH ROW EXECUTE FUNCTION keep_deployed_text();

    CREATE FUNCTION keep_terms_type() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.content_type <> OLD.content_type
        AND EXISTS (SELECT FROM terms_versions WHERE terms_id = OLD.id AND deployed_at IS NOT NULL) THEN
        RAISE EXCEPTION 'terms with a deployed text keep their type' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER keep_terms_type BEFORE UPDATE OF content_type ON terms
      FOR EACH ROW EXECUTE FUNCTION keep_terms_type();

    CREATE TRIGGER privacy_policies_recorded AFTER INSERT OR UPDATE OR DELETE ON privacy_policies
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    CREATE TRIGGER terms_recorded AFTER INSERT OR UPDATE OR DELETE ON terms
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    CREATE TRIGGER terms_versions_recorded AFTER INSERT OR UPDATE OR DELETE ON terms_versions
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');

    CREATE CONSTRAINT TRIGGER privacy_policies_version AFTER INSERT OR UPDATE OR DELETE ON privacy_policies
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER privacy_policies_version_emptied AFTER TRUNCATE ON privacy_policies
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();
    CREATE CONSTRAINT TRIGGER terms_version AFTER INSERT OR UPDATE OR DELETE ON terms
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER terms_version_emptied AFTER TRUNCATE ON terms
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();
    CREATE CONSTRAINT TRIGGER terms_versions_version AFTER INSERT OR UPDATE OR DELETE ON terms_versions
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER terms_versions_version_emptied AFTER TRUNCATE ON terms_versions
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE terms_versions, terms, policy_periods, privacy_policies;
    DROP FUNCTION keep_terms_type(), keep_deployed_text(), keep_policy_periods(), keep_applied_policy();
  `);
}
