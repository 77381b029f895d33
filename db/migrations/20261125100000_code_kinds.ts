import type { Knex } from "knex";

const place = 9002;
const purpose = 9003;

/**
 * A place is a place and a purpose a purpose: whoever names a code names its kind too, in a column that holds nothing
 * else (docs/decisions/server/code-kinds.md). Plain columns with a default rather than generated ones, because those
 * would write the whole table anew.
 */
const typed = (table: string) => `
  ALTER TABLE ${table}
    ADD COLUMN location_kind integer NOT NULL DEFAULT ${place} CHECK (location_kind = ${place}),
    ADD COLUMN purpose_kind integer NOT NULL DEFAULT ${purpose} CHECK (purpose_kind = ${purpose}),
    DROP CONSTRAINT ${table}_location_id_fkey,
    DROP CONSTRAINT ${table}_purpose_id_fkey,
    ADD CONSTRAINT ${table}_location FOREIGN KEY (location_id, location_kind)
      REFERENCES user_codes (id, kind) ON DELETE RESTRICT,
    ADD CONSTRAINT ${table}_purpose FOREIGN KEY (purpose_id, purpose_kind)
      REFERENCES user_codes (id, kind) ON DELETE RESTRICT;`;

const untyped = (table: string) => `
  ALTER TABLE ${table}
    DROP COLUMN location_kind,
    DROP COLUMN purpose_kind,
    ADD CONSTRAINT ${table}_location_id_fkey FOREIGN KEY (location_id) REFERENCES user_codes ON DELETE RESTRICT,
    ADD CONSTRAINT ${table}_purpose_id_fkey FOREIGN KEY (purpose_id) REFERENCES user_codes ON DELETE RESTRICT;`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE user_codes ADD CONSTRAINT user_codes_of_kind UNIQUE (id, kind);
    ${typed("visits")}
    ${typed("visit_statistics")}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${untyped("visit_statistics")}
    ${untyped("visits")}
    ALTER TABLE user_codes DROP CONSTRAINT user_codes_of_kind;
  `);
}
