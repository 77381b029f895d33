import type { Knex } from "knex";

/**
 * Unicode's default-ignorable characters, those that turn the direction, marks of annotations, the empty Braille cell:
 * what api/contract/fields.ts refuses in names.
 */
const hidden = [
  "\\u00AD\\u034F\\u061C\\u115F-\\u1160\\u17B4-\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F",
  "\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A",
  "\\U000E0000-\\U000E0FFF",
].join("");

/** A name without them, its spaces tidied. */
const visible = (column: string) =>
  `btrim(regexp_replace(regexp_replace(${column}, '[${hidden}]', '', 'g'), '\\s+', ' ', 'g'))`;
/** The same, and a question mark where nothing of it is left. Not written as one: it would be a placeholder. */
const someName = (column: string) => `coalesce(nullif(${visible(column)}, ''), chr(63))`;

/**
 * Names that were stored before such characters were refused lose them: with them a person was found neither by a
 * lookup nor by a request for erasure. The log of each visit says that its name was changed.
 */
export async function up(knex: Knex): Promise<void> {
  const has = (column: string) => `${column} ~ '[${hidden}]'`;
  await knex.raw(`
    WITH changed AS (
      UPDATE visits SET name = ${someName("name")} WHERE ${has("name")} RETURNING id, status_code
    )
    INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, note, at)
    SELECT id, 'edit', status_code, status_code, 'job', 'name', now() FROM changed;

    UPDATE host_users SET name = ${someName("name")} WHERE ${has("name")};
    UPDATE host_users SET en_name = ${visible("en_name")} WHERE ${has("en_name")};
    UPDATE erasure_requests SET name = ${visible("name")} WHERE ${has("name")};
  `);
}

/** What was stripped is not put back. */
export async function down(): Promise<void> {}
