import type { Knex } from "knex";

const tables = [
  "configuration",
  "companies",
  "user_codes",
  "terms",
  "terms_versions",
  "privacy_policies",
  "sms_templates",
];

/**
 * A version of what a site has set up, new with every commit that changes some of it: what processes keep of it is valid
 * as long as the version is (db/kept-site.ts). It is written at the very end of a transaction (deferred), so that whoever
 * waits for it holds nothing that its holder may still want.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
  `);
  for (const table of tables) {
    await knex.raw(`
      CREATE CONSTRAINT TRIGGER ${table}_version AFTER INSERT OR UPDATE OR DELETE ON ${table}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
      CREATE TRIGGER ${table}_version_emptied AFTER TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables)
    await knex.raw(
      `DROP TRIGGER ${table}_version_emptied ON ${table}; DROP TRIGGER ${table}_version ON ${table}`,
    );
  await knex.raw("DROP FUNCTION renew_site_version(); DROP TABLE site_version");
}
