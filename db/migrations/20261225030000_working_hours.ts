import type { Knex } from "knex";

const templateEvents = "'apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'remind', 'remindHost'";
const notices = "'arriveHost', 'cancelHost', 'changeHost', 'overstayHost', 'dayBefore'";
const newEvents = "'applyDeputy', 'applyDesk'";
const otherEvents = "'noticeMany', 'manual', 'lookupCode', 'applyMany', 'account', 'invitation'";

/**
 * Requests that nobody decides on are passed on after some working hours (docs/decisions/messages/escalation.md): the site's working
 * hours, its own changes to the calendar of public holidays, and the messages to deputies and desk.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE configuration
      ADD COLUMN escalate_after_hours integer NOT NULL DEFAULT 0 CHECK (escalate_after_hours BETWEEN 0 AND 80),
      ADD COLUMN work_from text NOT NULL DEFAULT '09:00',
      ADD COLUMN work_until text NOT NULL DEFAULT '18:00',
      ADD COLUMN work_days integer[] NOT NULL DEFAULT '{1,2,3,4,5}',
      ADD COLUMN korean_holidays boolean NOT NULL DEFAULT true,
      ADD CONSTRAINT configuration_work_hours CHECK (work_from < work_until),
      ADD CONSTRAINT configuration_work_days CHECK (cardinality(work_days) > 0 AND work_days <@ '{1,2,3,4,5,6,7}');
    COMMENT ON COLUMN configuration.work_days IS 'ISO days of the week, 1 is Monday';
    CREATE TABLE holidays (
      day date PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      is_off boolean NOT NULL,
      updated_at timestamptz NOT NULL
    );
    COMMENT ON TABLE holidays IS 'Days on which the site differs from the calendar of public holidays';
    COMMENT ON COLUMN holidays.is_off IS 'false: a public holiday on which people work';
    CREATE TRIGGER holidays_recorded AFTER INSERT OR UPDATE OR DELETE ON holidays
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    ALTER TABLE visit_notices
      DROP CONSTRAINT visit_notices_event_check,
      ADD CONSTRAINT visit_notices_event_check CHECK (event IN ('overstayHost', 'dayBefore', ${newEvents}));
    COMMENT ON COLUMN visit_notices.about IS 'the end, start or request that it was told of: another one is told anew';
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK
        (event IN (${templateEvents}, ${notices}, ${newEvents}, ${otherEvents}));
    ALTER TABLE sms_templates
      DROP CONSTRAINT sms_templates_event_check,
      ADD CONSTRAINT sms_templates_event_check CHECK (event IN (${templateEvents}, ${notices}, ${newEvents}));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM sms_templates WHERE event IN (${newEvents});
    ALTER TABLE sms_templates
      DROP CONSTRAINT sms_templates_event_check,
      ADD CONSTRAINT sms_templates_event_check CHECK (event IN (${templateEvents}, ${notices}));
    DELETE FROM sms_messages WHERE event IN (${newEvents});
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${templateEvents}, ${notices}, ${otherEvents}));
    DELETE FROM visit_notices WHERE event IN (${newEvents});
    ALTER TABLE visit_notices
      DROP CONSTRAINT visit_notices_event_check,
      ADD CONSTRAINT visit_notices_event_check CHECK (event IN ('overstayHost', 'dayBefore'));
    DROP TABLE holidays;
    ALTER TABLE configuration
      DROP CONSTRAINT configuration_work_hours, DROP CONSTRAINT configuration_work_days,
      DROP COLUMN escalate_after_hours, DROP COLUMN work_from, DROP COLUMN work_until, DROP COLUMN work_days,
      DROP COLUMN korean_holidays;
  `);
}
