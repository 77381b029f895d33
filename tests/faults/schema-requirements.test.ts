import { readdirSync } from "node:fs";
import type { Knex } from "knex";
import { describe, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { migrate, migrations, rollback } from "#db/migrate.ts";
import { startOwnServer } from "../support/api.ts";
import { connectedDatabase } from "../support/database/connected-database.ts";
import { testDatabase } from "../support/database/database.ts";

const later = "20991231235959_later.ts";

/** Columns with attributes that an older server must know. */
async function columnsOf(db: Knex): Promise<Set<string>> {
  const { rows } = await db.raw(`
    SELECT table_name || '.' || column_name || ' ' || data_type || CASE
      WHEN is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' THEN ' required' ELSE '' END AS line
    FROM information_schema.columns WHERE table_schema = 'public'`);
  return new Set(rows.map(({ line }: { line: string }) => line));
}

const tableOf = (line: string) => line.split(".", 1)[0];

/** Whether an older server would fail after a migration. */
function isBreaking(before: Set<string>, after: Set<string>): boolean {
  const tables = new Set([...before].map(tableOf));
  const isDemanded = (line: string) => line.endsWith(" required") && tables.has(tableOf(line));
  const isRemoved = [...before].some(
    (line) => !after.has(line) && !after.has(line.replace(/ required$/, "")),
  );
  return isRemoved || [...after].some((line) => !before.has(line) && isDemanded(line));
}

describe("schema requirements", async () => {
  const { url, db } = await connectedDatabase({ poolSize: 2 });

  const require = (migration: string) => db("schemaRequirements").update({ oldestKnownMigration: migration });

  it("allow an older version after additive migrations", async () => {
    await db("knex_migrations").insert({ name: later, batch: 99 });
    await migrate(url);
    const server = await startOwnServer({ databaseUrl: url, now: () => new Date() });
    expect((await server.get("/readyz")).body).toEqual({ status: "ready", jobs: [] });
  });

  it("prevent the start of an older version after a destructive migration, and /readyz of a running one fails", async () => {
    const server = await startOwnServer({ databaseUrl: url, now: () => new Date() });
    await require(later);
    await expect(migrate(url)).rejects.toThrow(
      /^A newer version has changed this database \(20991231235959_later\) .* docs\/upgrading\.md/,
    );
    const { status, body } = await server.get("/readyz");
    expect({ status, body }).toEqual({ status: 503, body: { status: "database too new" } });
  });

  it("make /readyz fail when the newest migration is rolled back", async () => {
    await db("schemaRequirements").update({ oldestKnownMigration: "02_settings.ts" });
    const server = await startOwnServer({ databaseUrl: url, now: () => new Date() });
    const readyz = async () => (await server.get("/readyz")).body.status;
    expect(await readyz()).toBe("ready");
    // A version rolls back only migrations it knows.
    await db("knex_migrations").where({ name: later }).delete();
    expect(await rollback(url)).toEqual(readdirSync("db/migrations").sort().slice(-1));
    expect(await readyz()).toBe("database too old");
    await migrate(url);
    expect(await readyz()).toBe("ready");
  });

  it("are written by each destructive migration", async () => {
    const empty = await testDatabase({ empty: true });
    const own = connect(empty.url, { isLimited: false, poolSize: 2 });
    const names = readdirSync("db/migrations").sort();
    for (const name of names) {
      const before = await columnsOf(own);
      await own.migrate.up({ ...migrations, name });
      if (!before.has("schema_requirements.oldest_known_migration text required")) continue;
      const { oldestKnownMigration: required } =
        await own("schemaRequirements").first("oldestKnownMigration");
      if (name > required && isBreaking(before, await columnsOf(own)))
        expect(required, `${name} takes something away: it must write its name`).toBe(name);
    }
    await own.destroy();
    await empty.drop();
  });
});
