import type { Knex } from "knex";

const states = (unknown: string) => `
  ALTER TABLE webhook_deliveries
    DROP CONSTRAINT webhook_deliveries_state_check,
    ADD CONSTRAINT webhook_deliveries_state_check
      CHECK (state IN ('waiting', 'sending', 'delivered', 'failed'${unknown})),
    DROP CONSTRAINT webhook_deliveries_check3,
    ADD CONSTRAINT webhook_deliveries_check3
      CHECK ((state IN ('delivered', 'failed'${unknown})) = (finished_at IS NOT NULL));`;

/** Deliveries that waited in a backup are unknown after its restore (docs/backup.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(states(", 'unknown'"));
}

/** They were not delivered as far as anybody knows. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE webhook_deliveries SET state = 'failed', error = 'interrupted' WHERE state = 'unknown';
    ${states("")}
  `);
}
