/** `npm run db:rollback` and `db:reset` on a database that is not the demonstration's. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connect } from "#db/knex.ts";
import { migrate } from "#db/migrate.ts";
import { databaseName, requireConsentToLoss } from "#scripts/lib/data-loss.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { runNode } from "../support/run-node.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());
beforeEach(() => migrate(database.url));

const key = () => `k:${randomBytes(32).toString("base64")}`;
const task = (...args: string[]) =>
  runNode(process.cwd(), ["resources/scripts/db.ts", ...args], {
    DATABASE_URL: database.url,
    DATA_KEYS: key(),
    HASH_KEYS: key(),
    NODE_ENV: "production",
  });

async function completed(): Promise<string[]> {
  const db = connect(database.url, { poolSize: 1 });
  try {
    return await db("knex_migrations").orderBy("id").pluck("name");
  } finally {
    await db.destroy();
  }
}

it("rolls nothing back without the name of the database, and says what would go", async () => {
  const before = await completed();
  for (const words of [[], ["--yes", "--yes-lose-data=visitor"]]) {
    const { code, output } = await task("rollback", ...words);
    expect(code, output).not.toBe(0);
    expect(output).toContain(`what ${before.at(-1)} brought`);
    expect(output).toContain(`--yes-lose-data=${databaseName(database.url)}`);
    expect(output).not.toMatch(/ at .*\.ts:\d+/);
  }
  expect(await completed()).toEqual(before);
});

it("rolls one migration back at a time", async () => {
  const before = await completed();
  const { code, output } = await task("rollback", `--yes-lose-data=${databaseName(database.url)}`);
  expect(code, output).toBe(0);
  expect(output).toContain(`Rolled back ${before.at(-1)}`);
  expect(await completed()).toEqual(before.slice(0, -1));
});

it("never resets a database that is not the demonstration's", async () => {
  const before = await completed();
  const { code, output } = await task("reset", `--yes-lose-data=${databaseName(database.url)}`);
  expect(code).not.toBe(0);
  expect(output).toContain("demonstration database only");
  expect(await completed()).toEqual(before);
});

it("takes the name only of the database that is meant", () => {
  const loss = { command: "npm run db:reset", url: "postgres://127.0.0.1:5432/visitor", losses: ["all"] };
  const ask = (...argv: string[]) => requireConsentToLoss({ ...loss, argv });
  expect(() => ask()).toThrow(/npm run db:reset -- --yes-lose-data=visitor/);
  expect(() => ask("--yes-lose-data=other")).toThrow(/names "other", but the database is "visitor"/);
  expect(() => ask("--yes-lose-data=visitor")).not.toThrow();
});
