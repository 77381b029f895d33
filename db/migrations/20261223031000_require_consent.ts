import type { Knex } from "knex";

/**
 * Whether nobody is let in without their consent, or the desk's reason; a site that is there does not ask. Visits that were made
 * before it was switched on are exempt, so that nobody stands at the desk who was never asked.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE configuration
      ADD COLUMN require_consent boolean NOT NULL DEFAULT false,
      ADD COLUMN require_consent_since timestamptz,
      ADD CONSTRAINT configuration_require_consent CHECK (require_consent = (require_consent_since IS NOT NULL))
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE configuration
      DROP CONSTRAINT configuration_require_consent,
      DROP COLUMN require_consent_since,
      DROP COLUMN require_consent
  `);
}
