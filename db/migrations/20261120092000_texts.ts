import type { Knex } from "knex";

/** What a visitor reads and agrees to. A deployed version never changes: consents point at it. */
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
      updated_at timestamptz NOT NULL DEFAULT now()
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE terms_versions, terms, privacy_policies; DROP FUNCTION keep_deployed_text()");
}
