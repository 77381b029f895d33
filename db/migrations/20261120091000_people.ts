import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE companies (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> ''),
      en_name text NOT NULL DEFAULT '',
      in_use boolean NOT NULL DEFAULT true,
      disp_order integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE host_users (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      login_id text NOT NULL CHECK (login_id <> ''),
      password_hash text,
      name text NOT NULL CHECK (name <> ''),
      en_name text NOT NULL DEFAULT '',
      company_id integer NOT NULL REFERENCES companies ON DELETE RESTRICT,
      department text NOT NULL DEFAULT '',
      position text NOT NULL DEFAULT '',
      phone text NOT NULL DEFAULT '',
      cell_phone text NOT NULL DEFAULT '',
      email text NOT NULL DEFAULT '',
      role text NOT NULL DEFAULT 'host' CHECK (role IN ('host', 'desk', 'admin', 'privacy')),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'resigned')),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX host_users_login_id ON host_users (lower(login_id));
    CREATE INDEX host_users_company ON host_users (company_id);
    CREATE INDEX host_users_search ON host_users
      USING gin ((search_pairs(name) || search_pairs(en_name))) WHERE status = 'active';

    CREATE TABLE user_codes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind integer NOT NULL CHECK (kind BETWEEN 1000 AND 9999),
      name text NOT NULL CHECK (name <> ''),
      en_name text NOT NULL DEFAULT '',
      in_use boolean NOT NULL DEFAULT true,
      disp_order integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (kind, name)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE user_codes, host_users, companies");
}
