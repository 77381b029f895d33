/** Checks whether this version can use a database that a newer one has migrated (docs/upgrading.md). */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Knex } from "knex";

/** Folder of the migrations. */
export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

const known = new Set(readdirSync(migrationsFolder));
const newest = [...known].sort().at(-1) ?? "";

/** Whether the newest migration of this version has run; a rollback may have removed it under a running process. */
export const hasNewestMigration = async (db: Knex): Promise<boolean> =>
  (await db("knexMigrations").where({ name: newest }).first("id")) !== undefined;

/** The migration that this version lacks and the database requires. */
export async function unknownRequirement(db: Knex): Promise<string | undefined> {
  const row = await db("schemaRequirements").first<{ oldestKnownMigration: string } | undefined>(
    "oldestKnownMigration",
  );
  return row && !known.has(row.oldestKnownMigration) ? row.oldestKnownMigration : undefined;
}
