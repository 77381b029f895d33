import type { Knex } from "knex";

/**
 * What a server must know of the schema to work with it. A migration that takes something away, renames it or demands
 * more of a row writes its own name here; one that only adds leaves it, and servers of the version before go on. Those
 * that came before this rule are demanded altogether.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE schema_requirements (
      is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
      oldest_known_migration text NOT NULL
    );
    COMMENT ON COLUMN schema_requirements.oldest_known_migration IS
      'file name of the last migration that servers without it cannot work with';
    INSERT INTO schema_requirements (oldest_known_migration) VALUES ('20261212091000_visible_names.ts');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE schema_requirements");
}
