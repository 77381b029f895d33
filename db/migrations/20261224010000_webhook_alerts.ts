import type { Knex } from "knex";

const visitEvents = "'applied', 'decided', 'entered', 'left', 'cancelled'";

/** Webhooks may be told of alerts as well (docs/decisions/server/webhooks.md): of which kind, and nothing about whom. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhooks
      DROP CONSTRAINT webhooks_events_check,
      ADD CONSTRAINT webhooks_events_check CHECK (cardinality(events) > 0
        AND events <@ ARRAY[${visitEvents}, 'alert']);
    ALTER TABLE webhook_deliveries
      ADD COLUMN alert text NOT NULL DEFAULT '',
      DROP CONSTRAINT webhook_deliveries_event_check,
      ADD CONSTRAINT webhook_deliveries_event_check CHECK (event IN (${visitEvents}, 'alert', 'test')),
      DROP CONSTRAINT webhook_deliveries_check,
      ADD CONSTRAINT webhook_deliveries_check CHECK ((visit_id IS NULL) = (event IN ('alert', 'test'))),
      ADD CONSTRAINT webhook_deliveries_alert_check CHECK ((alert = '') = (event <> 'alert'));
    COMMENT ON COLUMN webhook_deliveries.alert IS 'What an alert tells of; empty where it is none.';
  `);
}

/** A webhook that was told of alerts only is kept, and paused. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM webhook_deliveries WHERE event = 'alert';
    UPDATE webhooks SET is_active = false, events = ARRAY['cancelled'] WHERE events = ARRAY['alert'];
    UPDATE webhooks SET events = array_remove(events, 'alert') WHERE 'alert' = ANY(events);
    ALTER TABLE webhooks
      DROP CONSTRAINT webhooks_events_check,
      ADD CONSTRAINT webhooks_events_check CHECK (cardinality(events) > 0 AND events <@ ARRAY[${visitEvents}]);
    ALTER TABLE webhook_deliveries
      DROP CONSTRAINT webhook_deliveries_alert_check,
      DROP CONSTRAINT webhook_deliveries_check,
      ADD CONSTRAINT webhook_deliveries_check CHECK ((visit_id IS NULL) = (event = 'test')),
      DROP CONSTRAINT webhook_deliveries_event_check,
      ADD CONSTRAINT webhook_deliveries_event_check CHECK (event IN (${visitEvents}, 'test')),
      DROP COLUMN alert;
  `);
}
