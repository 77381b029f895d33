import type { Knex } from "knex";

/** Host users (all staff accounts) and their records: account log, preferences, views, deputies, API keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Folds a text for comparison in searches.
    CREATE FUNCTION search_text(value text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN regexp_replace(lower(normalize(value, NFC)), '\\s+', '', 'g');

    -- For searches by two letters and by Korean initial consonants; trigram indexes do not help with two characters.
    -- 김철수 gives 김철 김ㅊ ㄱ철 ㄱㅊ 철수 철ㅅ ㅊ수 ㅊㅅ. PL/pgSQL, which is twenty times faster here than one SQL expression.
    CREATE FUNCTION letter_pairs(letters text) RETURNS text[]
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    AS $$
    DECLARE
      initials CONSTANT text[] := string_to_array('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', NULL);
      pairs text[] := '{}';
      before text;
      before_initial text;
      letter text;
      initial text;
      syllable integer;
    BEGIN
      FOREACH letter IN ARRAY string_to_array(letters, NULL) LOOP
        IF letter = U&'\\001F' THEN
          before := NULL;
          before_initial := NULL;
          CONTINUE;
        END IF;
        syllable := ascii(letter) - 44032;
        IF syllable BETWEEN 0 AND 11171 THEN
          initial := initials[syllable / 588 + 1];
          IF before_initial IS NOT NULL THEN
            pairs := pairs || ARRAY[before || letter, before || initial,
              before_initial || letter, before_initial || initial];
          ELSIF before IS NOT NULL THEN
            pairs := pairs || ARRAY[before || letter, before || initial];
          END IF;
          before_initial := initial;
        ELSE
          IF before_initial IS NOT NULL THEN
            pairs := pairs || ARRAY[before || letter, before_initial || letter];
          ELSIF before IS NOT NULL THEN
            pairs := pairs || (before || letter);
          END IF;
          before_initial := NULL;
        END IF;
        before := letter;
      END LOOP;
      RETURN pairs;
    END $$;
    COMMENT ON FUNCTION letter_pairs(text) IS
      'pairs of neighbouring letters of texts parted by U+001F; a Hangul syllable counts as itself and as its initial consonant';

    -- Login ids with one key are one: case, width and other compatible forms do not tell accounts apart.
    CREATE FUNCTION login_key(value text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN normalize(lower(normalize(value, NFKC) COLLATE pg_c_utf8), NFKC);

    CREATE FUNCTION search_pairs(value text) RETURNS text[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
      RETURN letter_pairs(search_text(value));

    CREATE TABLE host_users (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      login_id text NOT NULL CHECK (login_id <> ''),
      password_hash text,
      is_password_kept boolean NOT NULL DEFAULT false,
      name text NOT NULL CHECK (name <> ''),
      en_name text NOT NULL DEFAULT '',
      company_id integer NOT NULL REFERENCES companies ON DELETE RESTRICT,
      department text NOT NULL DEFAULT '',
      position text NOT NULL DEFAULT '',
      phone text NOT NULL DEFAULT '',
      cell_phone text NOT NULL DEFAULT '',
      email text NOT NULL DEFAULT '',
      email_bounced_at timestamptz,
      role text NOT NULL DEFAULT 'host' CHECK (role IN ('host', 'desk', 'admin', 'privacy')),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'resigned')),
      in_public_search boolean NOT NULL DEFAULT true,
      last_sign_in_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN host_users.is_password_kept IS
      'True from admin:invite until the next company sign-in: the password is taken whatever the role.';
    COMMENT ON COLUMN host_users.email_bounced_at IS
      'when mail to the address bounced; nothing is sent there until it changes';
    COMMENT ON COLUMN host_users.in_public_search IS
      'False: visitors neither find them nor can name them in a request; staff find them as ever.';
    CREATE UNIQUE INDEX host_users_login_id ON host_users (login_key(login_id));
    CREATE INDEX host_users_company ON host_users (company_id);
    -- Default order of the list.
    CREATE INDEX host_users_name ON host_users (name, department, id);
    CREATE INDEX host_users_search ON host_users
      USING gin ((search_pairs(name) || search_pairs(en_name))) WHERE status = 'active';
    -- Visits can be searched by their host's name, resigned hosts included.
    CREATE INDEX host_users_resigned_search ON host_users
      USING gin ((search_pairs(name) || search_pairs(en_name))) WHERE status = 'resigned';
    -- For the desk's list of open visits to resigned hosts.
    CREATE INDEX host_users_resigned ON host_users (id) WHERE status = 'resigned';
    CREATE TRIGGER host_users_recorded AFTER INSERT OR UPDATE OR DELETE ON host_users
      FOR EACH ROW EXECUTE FUNCTION record_change('{password_hash,cell_phone,phone,email}');

    -- Changes of access. No foreign keys, because the log outlives the accounts.
    CREATE TABLE account_logs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      host_user_id integer NOT NULL,
      login_id text NOT NULL,
      action text NOT NULL CHECK (action IN (
        'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove', 'number', 'request',
        'confirm', 'accept', 'endSessions', 'print', 'factorAdd', 'factorRemove', 'factorReset', 'factorRequest',
        'factorConfirm', 'recoveryCode', 'recoveryCodes', 'passkeyAdd', 'passkeyRemove', 'companyLink',
        'companyUnlink', 'email', 'roleKept')),
      from_role text,
      to_role text,
      actor_id integer NOT NULL,
      address text
    );
    COMMENT ON COLUMN account_logs.address IS 'client address of the acceptance of an invitation';
    CREATE INDEX account_logs_host_user ON account_logs (host_user_id, id DESC);
    CREATE INDEX account_logs_actor ON account_logs (actor_id);
    CREATE TRIGGER account_logs_append_only BEFORE UPDATE OR DELETE ON account_logs
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER account_logs_no_truncate BEFORE TRUNCATE ON account_logs
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Links by which users of new and reset accounts choose a password: one per user, a new one replaces it.
    CREATE TABLE invitations (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
    );
    CREATE INDEX invitations_expires ON invitations (expires_at);

    CREATE TABLE reset_requests (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      requested_by integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      CHECK (requested_by <> host_user_id)
    );
    COMMENT ON TABLE reset_requests IS 'links that a second administrator has to confirm';
    CREATE INDEX reset_requests_requested_by ON reset_requests (requested_by);

    -- Without a row, and for null columns, the console uses its defaults.
    CREATE TABLE host_user_preferences (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      language text CHECK (language IN ('ko', 'en')),
      colour_scheme text NOT NULL CHECK (colour_scheme IN ('auto', 'light', 'dark')),
      start_screen text CHECK (start_screen ~ '^[a-z][a-z-]{0,39}$'),
      table_density text NOT NULL CHECK (table_density IN ('comfortable', 'compact')),
      arrivals_shown boolean NOT NULL DEFAULT false,
      scan_sound boolean NOT NULL DEFAULT false,
      open_groups text[] CHECK (open_groups <@ ARRAY['administration', 'privacy']),
      message_channel text NOT NULL DEFAULT 'sms' CHECK (message_channel IN ('sms', 'email', 'both')),
      updated_at timestamptz NOT NULL
    );

    -- Views of the console's lists.
    CREATE TABLE saved_views (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      list text NOT NULL CHECK (list ~ '^[a-z][A-Za-z]{0,39}$'),
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
      shared boolean NOT NULL DEFAULT false,
      state jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE UNIQUE INDEX saved_views_name ON saved_views (host_user_id, list, lower(name));
    CREATE INDEX saved_views_shared ON saved_views (list) WHERE shared;

    -- The default view of a list, per user.
    CREATE TABLE default_views (
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      list text NOT NULL,
      saved_view_id integer NOT NULL REFERENCES saved_views ON DELETE CASCADE,
      PRIMARY KEY (host_user_id, list)
    );
    CREATE INDEX default_views_view ON default_views (saved_view_id);

    -- Deputies and absence (docs/decisions/front-desk/delegations.md). Past delegations stay, because logs reference
    -- them.
    CREATE TABLE delegations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      start_at timestamptz NOT NULL,
      end_at timestamptz NOT NULL,
      is_away boolean NOT NULL,
      created_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      created_at timestamptz NOT NULL,
      CHECK (start_at <= end_at)
    );
    COMMENT ON COLUMN delegations.end_at IS 'exclusive';
    CREATE INDEX delegations_host_user ON delegations (host_user_id, end_at);
    CREATE INDEX delegations_created_by ON delegations (created_by);

    CREATE TABLE delegation_deputies (
      delegation_id integer NOT NULL REFERENCES delegations ON DELETE CASCADE,
      deputy_id integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      PRIMARY KEY (delegation_id, deputy_id)
    );
    CREATE INDEX delegation_deputies_deputy ON delegation_deputies (deputy_id);

    -- API keys of other systems (docs/decisions/server/integrations.md). Keys are revoked and never deleted, because
    -- logs reference them.
    CREATE TABLE api_keys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      prefix text NOT NULL CHECK (prefix ~ '^vk_[a-z0-9]{8}$'),
      hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
      permissions text[] NOT NULL CHECK (cardinality(permissions) > 0 AND permissions <@ ARRAY[
        'visits.see', 'visits.decide', 'visits.reserve', 'visits.edit', 'visits.search', 'desk', 'passes', 'choices',
        'referenceData.read', 'referenceData', 'texts', 'privacy.read', 'sms', 'signage', 'reports']),
      created_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at <= created_at + interval '2 years 1 day'),
      last_used_at timestamptz,
      last_used_address text NOT NULL DEFAULT '',
      revoked_at timestamptz
    );
    COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key, which is not stored';
    COMMENT ON COLUMN api_keys.last_used_at IS 'updated at most once a minute';
    CREATE INDEX api_keys_created_by ON api_keys (created_by);
    CREATE TRIGGER api_keys_recorded AFTER INSERT OR DELETE
      OR UPDATE OF name, permissions, expires_at, revoked_at ON api_keys
      FOR EACH ROW EXECUTE FUNCTION record_change('{hash}');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE api_keys, delegation_deputies, delegations, default_views, saved_views, host_user_preferences,
      reset_requests, invitations, account_logs, host_users;
    DROP FUNCTION login_key(text), search_pairs(text), letter_pairs(text), search_text(text);
  `);
}
