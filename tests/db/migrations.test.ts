import { readdirSync } from "node:fs";
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { migrate, planRollback, rollback } from "#db/migrate.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";

/** Every column, constraint, index, trigger and function of ours, in words. */
async function schemaOf(db: Knex): Promise<string[]> {
  const { rows } = await db.raw(`
    SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY line`);
  return rows
    .map(({ line }: { line: string }) => line)
    .filter((line: string) => !line.includes("knex_migrations"));
}

const tablesOf = async (db: Knex): Promise<string[]> =>
  (await db("pg_tables").where({ schemaname: "public" }).pluck("tablename")) as string[];

/** Rolls back to an empty database. @returns the number of migrations */
async function rollbackAll(url: string): Promise<number> {
  const [first] = readdirSync("db/migrations").sort();
  return (await rollback(url, first)).length + (await rollback(url)).length;
}

describe("migrations", () => {
  let database: TestDatabase;
  let db: Knex;
  beforeAll(async () => {
    database = await testDatabase({ empty: true });
    db = connect(database.url, { poolSize: 2 });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  it("run up, down and up again to the same schema", async () => {
    await migrate(database.url);
    const first = await schemaOf(db);
    expect(first.length).toBeGreaterThan(100);
    expect(await rollbackAll(database.url)).toBe(readdirSync("db/migrations").length);
    expect(await schemaOf(db)).toEqual([]);
    expect(await planRollback(database.url)).toBeUndefined();
    await migrate(database.url);
    expect(await schemaOf(db)).toEqual(first);
    // the default of a new site
    expect((await db("configuration").first()).secondFactorRoles).toEqual(["admin", "privacy"]);
  }, 60_000);

  it("planRollback lists what the last one would remove, and removes nothing", async () => {
    await migrate(database.url);
    const before = await schemaOf(db);
    const [last, third, to = ""] = readdirSync("db/migrations").sort().reverse();
    expect((await planRollback(database.url))?.migrations).toEqual([last]);
    await expect(planRollback(database.url, "99_later")).rejects.toThrow(/no migration "99_later".* 01_/);
    const plan = await planRollback(database.url, to.replace(".ts", ""));
    expect(plan?.migrations).toEqual([last, third]);
    expect(await schemaOf(db)).toEqual(before);
    await rollback(database.url, to);
    expect(await planRollback(database.url, to)).toBeUndefined();
    const left = new Set(await tablesOf(db));
    expect(plan?.tables.every(({ name }) => !left.has(name))).toBe(true);
    await migrate(database.url);
    expect(await schemaOf(db)).toEqual(before);
  });

  it("planRollback lists each removed table with its rows, and each column", async () => {
    const columnsOf = async () => {
      const { rows } = await db.raw<{ rows: { table: string; column: string }[] }>(
        // partitions have the columns of their table
        `SELECT c.relname AS "table", a.attname AS "column" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
           AND a.attnum > 0 AND NOT a.attisdropped`,
      );
      return rows;
    };
    let isReported = false;
    while (!isReported) {
      const before = await columnsOf();
      const plan = await planRollback(database.url);
      await rollback(database.url);
      const after = await columnsOf();
      const tables = new Set(after.map(({ table }) => table));
      const left = new Set(after.map(({ table, column }) => `${table}.${column}`));
      const droppedTables = new Set(before.flatMap(({ table }) => (tables.has(table) ? [] : [table])));
      expect(plan?.tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
        [...droppedTables].sort().map((name) => ({ name, rows: 0 })),
      );
      const droppedColumns = before.flatMap(({ table, column }) =>
        droppedTables.has(table) || left.has(`${table}.${column}`) ? [] : [`${table}.${column}`],
      );
      expect(plan?.columns.toSorted()).toEqual(droppedColumns.sort());
      isReported = droppedTables.size > 0;
    }
    await migrate(database.url);
  });

  it("can be started by several processes, and after one was killed", async () => {
    await rollbackAll(database.url);
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    await db("knex_migrations_lock").update({ is_locked: 1 });
    await migrate(database.url);
    expect((await schemaOf(db)).length).toBeGreaterThan(100);
  }, 60_000);

  it("reject a database from before the first release, with instructions", async () => {
    const sentence =
      "This database was made by a version before the first release and cannot be updated: start anew, the demonstration " +
      "with npm run db:reset -- --yes-lose-data=visitor, another database by creating it again.";
    const [first] = readdirSync("db/migrations").sort();
    const rename = (name: string) =>
      db("knex_migrations")
        .orderBy("id")
        .limit(1)
        .first("id")
        .then(({ id }) => db("knex_migrations").where({ id }).update({ name }));
    await migrate(database.url);
    await rename("20261120090000_search.ts");
    await db("schemaRequirements").update({ oldestKnownMigration: "20261224060000_standard_columns.ts" });
    for (const command of [migrate, planRollback, rollback])
      await expect(command(database.url)).rejects.toThrow(sentence);
    await rename(String(first));
    await db("schemaRequirements").update({ oldestKnownMigration: "12_server.ts" });
    await migrate(database.url);
  });
});
