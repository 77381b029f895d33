import type { Knex } from "knex";

/**
 * What was in force stays as it was: visits point at it. A policy that was ever applied only gains and
 * loses force; terms with a deployed text keep their type. The indexes serve the foreign keys, which look
 * whether a draft that is deleted was agreed to.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX visit_consents_policy ON visit_consents (privacy_policy_id)
      WHERE privacy_policy_id IS NOT NULL;
    CREATE INDEX visit_consents_terms_version ON visit_consents (terms_version_id)
      WHERE terms_version_id IS NOT NULL;

    CREATE FUNCTION keep_applied_policy() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.applied_at IS NULL
        AND NOT EXISTS (SELECT FROM visit_consents WHERE privacy_policy_id = OLD.id) THEN
        RETURN coalesce(NEW, OLD);
      END IF;
      IF TG_OP = 'DELETE' OR NEW.applied_at IS NULL
        OR (NEW.id, NEW.title, NEW.content, NEW.en_content) IS DISTINCT FROM
           (OLD.id, OLD.title, OLD.content, OLD.en_content) THEN
        RAISE EXCEPTION 'a policy that was applied never changes' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER keep_applied_policy BEFORE UPDATE OR DELETE ON privacy_policies
      FOR EACH ROW EXECUTE FUNCTION keep_applied_policy();

    CREATE FUNCTION keep_terms_type() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.content_type <> OLD.content_type
        AND EXISTS (SELECT FROM terms_versions WHERE terms_id = OLD.id AND deployed_at IS NOT NULL) THEN
        RAISE EXCEPTION 'terms with a deployed text keep their type' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER keep_terms_type BEFORE UPDATE OF content_type ON terms
      FOR EACH ROW EXECUTE FUNCTION keep_terms_type();

    UPDATE terms SET render_html = false WHERE content_type = '체크리스트';
    ALTER TABLE terms ADD CONSTRAINT terms_checklist_plain
      CHECK (NOT (render_html AND content_type = '체크리스트'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE terms DROP CONSTRAINT terms_checklist_plain;
    DROP TRIGGER keep_terms_type ON terms;
    DROP FUNCTION keep_terms_type();
    DROP TRIGGER keep_applied_policy ON privacy_policies;
    DROP FUNCTION keep_applied_policy();
    DROP INDEX visit_consents_policy, visit_consents_terms_version;
  `);
}
