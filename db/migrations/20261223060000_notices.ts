import type { Knex } from "knex";

const templateEvents = "'apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'remind', 'remindHost'";
const newEvents = "'arriveHost', 'cancelHost', 'changeHost', 'overstayHost', 'dayBefore'";
const otherEvents = "'manual', 'lookupCode', 'applyMany', 'account', 'invitation'";

/**
 * Who else is told of what, and when not (docs/decisions/messages/notices.md): the host of arrivals, cancellations, changes and
 * overstays, the visitor on the day before; quiet hours, and the hour of the reminders of the day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE visit_notices (
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      event text NOT NULL CHECK (event IN ('overstayHost', 'dayBefore')),
      about timestamptz NOT NULL,
      PRIMARY KEY (visit_id, event)
    );
    COMMENT ON TABLE visit_notices IS 'What was told of a visit by the time, once';
    COMMENT ON COLUMN visit_notices.about IS 'the end or start that it was told of: another one is told anew';
    ALTER TABLE configuration
      ADD COLUMN quiet_from text NOT NULL DEFAULT '',
      ADD COLUMN quiet_until text NOT NULL DEFAULT '',
      ADD COLUMN remind_at text NOT NULL DEFAULT '',
      ADD CONSTRAINT configuration_quiet CHECK ((quiet_from = '') = (quiet_until = ''));
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK
        (event IN (${templateEvents}, ${newEvents}, 'noticeMany', ${otherEvents}));
    ALTER TABLE sms_templates
      DROP CONSTRAINT sms_templates_event_check,
      ADD CONSTRAINT sms_templates_event_check CHECK (event IN (${templateEvents}, ${newEvents}));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM sms_templates WHERE event IN (${newEvents});
    ALTER TABLE sms_templates
      DROP CONSTRAINT sms_templates_event_check,
      ADD CONSTRAINT sms_templates_event_check CHECK (event IN (${templateEvents}));
    DELETE FROM sms_messages WHERE event IN (${newEvents}, 'noticeMany');
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${templateEvents}, ${otherEvents}));
    ALTER TABLE configuration
      DROP CONSTRAINT configuration_quiet,
      DROP COLUMN quiet_from, DROP COLUMN quiet_until, DROP COLUMN remind_at;
    DROP TABLE visit_notices;
  `);
}
