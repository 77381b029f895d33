import type { Knex } from "knex";

const logActions = `'apply', 'reserve', 'approve', 'reject', 'undo', 'cancel', 'issue', 'recovery', 'revert', 'close',
  'end', 'edit', 'lost', 'found', 'hide', 'restore'`;
const templateEvents = "'apply', 'approve', 'reject', 'cancel', 'change', 'undo'";
const otherEvents = "'manual', 'lookupCode'";
const newEvents = "'remind', 'remindHost'";

/**
 * The desk closes its day: who stays overnight, when somebody left whose exit is recorded later, reminders, and the
 * reports of the closings. A report is never changed; it is reopened once, and kept.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visits
      ADD COLUMN overnight_at timestamptz,
      ADD COLUMN overnight_by integer REFERENCES host_users ON DELETE RESTRICT,
      ADD CONSTRAINT visits_overnight CHECK
        ((overnight_at IS NULL) = (overnight_by IS NULL) AND (overnight_at IS NULL OR status_code = 'entered'));

    ALTER TABLE visit_logs
      ADD COLUMN effective_at timestamptz,
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${logActions}, 'overnight', 'overnightEnd'));
    COMMENT ON COLUMN visit_logs.effective_at IS 'When it happened, where that was recorded later.';

    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${templateEvents}, ${newEvents}, ${otherEvents}));
    ALTER TABLE sms_templates
      DROP CONSTRAINT sms_templates_event_check,
      ADD CONSTRAINT sms_templates_event_check CHECK (event IN (${templateEvents}, ${newEvents}));

    CREATE TABLE day_closings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      day date NOT NULL,
      closed_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      closed_at timestamptz NOT NULL,
      inside integer[] NOT NULL,
      overnight integer[] NOT NULL CHECK (overnight <@ inside),
      passes_out integer[] NOT NULL,
      car_passes_out integer[] NOT NULL,
      reopened_by integer REFERENCES host_users ON DELETE RESTRICT,
      reopened_at timestamptz,
      reopen_reason text,
      CHECK ((reopened_at IS NULL) = (reopened_by IS NULL) AND (reopened_at IS NULL) = (reopen_reason IS NULL))
    );
    COMMENT ON COLUMN day_closings.inside IS 'Ids of visits, as in the other lists; they outlive what they name.';
    CREATE UNIQUE INDEX day_closings_closed ON day_closings (day) WHERE reopened_at IS NULL;
    CREATE INDEX day_closings_day ON day_closings (day DESC, id DESC);

    CREATE FUNCTION keep_day_closings() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF OLD.reopened_at IS NULL AND
          (NEW.id, NEW.day, NEW.closed_by, NEW.closed_at, NEW.inside, NEW.overnight, NEW.passes_out, NEW.car_passes_out)
          = (OLD.id, OLD.day, OLD.closed_by, OLD.closed_at, OLD.inside, OLD.overnight, OLD.passes_out, OLD.car_passes_out)
        THEN
          RETURN NEW;
        END IF;
      END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER day_closings_append_only BEFORE UPDATE OR DELETE ON day_closings
      FOR EACH ROW EXECUTE FUNCTION keep_day_closings();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE day_closings;
    DROP FUNCTION keep_day_closings();

    DELETE FROM sms_templates WHERE event IN (${newEvents});
    ALTER TABLE sms_templates
      DROP CONSTRAINT sms_templates_event_check,
      ADD CONSTRAINT sms_templates_event_check CHECK (event IN (${templateEvents}));
    DELETE FROM sms_messages WHERE event IN (${newEvents});
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${templateEvents}, ${otherEvents}));

    ALTER TABLE visit_logs DISABLE TRIGGER visit_logs_append_only;
    DELETE FROM visit_logs WHERE action IN ('overnight', 'overnightEnd');
    ALTER TABLE visit_logs ENABLE TRIGGER visit_logs_append_only;
    ALTER TABLE visit_logs
      DROP COLUMN effective_at,
      DROP CONSTRAINT visit_logs_action,
      ADD CONSTRAINT visit_logs_action CHECK (action IN (${logActions}));

    ALTER TABLE visits DROP COLUMN overnight_by, DROP COLUMN overnight_at;
  `);
}
