import type { Knex } from "knex";

/** One row, always there: a site's configuration. The defaults are those of a new site. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE configuration (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      max_request_days integer NOT NULL DEFAULT 7 CHECK (max_request_days BETWEEN 1 AND 365),
      request_input_user_company boolean NOT NULL DEFAULT true,
      request_input_place boolean NOT NULL DEFAULT true,
      request_input_visitor_company boolean NOT NULL DEFAULT true,
      use_car boolean NOT NULL DEFAULT true,
      auto_approve boolean NOT NULL DEFAULT false,
      retention_days integer NOT NULL DEFAULT 365 CHECK (retention_days BETWEEN 1 AND 3650),
      customer_company text NOT NULL DEFAULT '',
      en_customer_company text NOT NULL DEFAULT '',
      timezone text NOT NULL DEFAULT 'Asia/Seoul',
      homepage text NOT NULL DEFAULT '',
      brand_color text NOT NULL DEFAULT '#1d3f8f' CHECK (brand_color ~ '^#[0-9a-fA-F]{6}$'),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO configuration DEFAULT VALUES;

    CREATE TABLE logos (
      lang text PRIMARY KEY CHECK (lang IN ('ko', 'en')),
      content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
      content bytea NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE logos, configuration");
}
