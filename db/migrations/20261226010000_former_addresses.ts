import type { Knex } from "knex";

const templateEvents = "'apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'remind', 'remindHost'";
const notices =
  "'arriveHost', 'cancelHost', 'changeHost', 'overstayHost', 'dayBefore', 'applyDeputy', 'applyDesk'";
const otherEvents = "'noticeMany', 'manual', 'lookupCode', 'applyMany', 'account', 'invitation'";

/** An address of a visitor that was corrected gets an end of the calendar's entry (docs/decisions/messages/visitor-e-mail.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK
        (event IN (${templateEvents}, ${notices}, ${otherEvents}, 'formerAddress'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM sms_messages WHERE event = 'formerAddress';
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${templateEvents}, ${notices}, ${otherEvents}));
  `);
}
