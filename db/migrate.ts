/** Brings a database to the newest schema, or back. */
import { fileURLToPath } from "node:url";
import type { Knex } from "knex";
import { connect } from "./knex.ts";

/** Where migrations are, for Knex. */
export const migrations: Knex.MigratorConfig = {
  directory: fileURLToPath(new URL("./migrations", import.meta.url)),
  loadExtensions: [".ts"],
};

/** Any number that nothing else of ours locks. */
const migrationLock = 7_230_901;

/**
 * Holds an advisory lock while it works, so that several processes starting at once migrate one after
 * the other. Knex's own lock stays behind when its holder is killed; under ours it may be taken away.
 */
async function alone(url: string, work: (knex: Knex) => Promise<void>): Promise<void> {
  const knex = connect(url, { poolSize: 3, statementTimeout: 0 });
  try {
    await knex.transaction(async (holder) => {
      await holder.raw("SELECT pg_advisory_xact_lock(?)", [migrationLock]);
      await knex.migrate.forceFreeMigrationsLock(migrations);
      await work(knex);
    });
  } finally {
    await knex.destroy();
  }
}

/** Runs what is missing; does nothing where all is done. */
export async function migrate(url: string): Promise<void> {
  await alone(url, (knex) => knex.migrate.latest(migrations));
}

/** Takes back the last batch, or everything. */
export async function rollback(url: string, { all = false } = {}): Promise<void> {
  await alone(url, (knex) => knex.migrate.rollback(migrations, all));
}
