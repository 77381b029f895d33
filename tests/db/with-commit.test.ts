import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "#db/knex.ts";
import { withCommit } from "#db/with-commit.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 1 });
  await db.raw("CREATE TABLE kept (n integer CHECK (n < 100))");
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const kept = async (at: Knex = db): Promise<number[]> => (await at("kept").orderBy("n")).map(({ n }) => n);
const insert = (trx: Knex.Transaction, n: number) => trx("kept").insert({ n });

it("sends what waits in one message with the commit, and keeps it", async () => {
  const sent: string[] = [];
  const note = ({ sql }: { sql: string }) => void sent.push(sql);
  db.on("query", note);
  await db.transaction(async (trx) => {
    await withCommit(trx, insert(trx, 1));
    await withCommit(trx, trx.raw("INSERT INTO kept VALUES (?)", [2]));
    expect(await kept(trx)).toEqual([]);
  });
  db.removeListener("query", note);
  expect(sent.filter((sql) => /insert/i.test(sql))).toHaveLength(1);
  expect(sent.at(-1)).toMatch(/insert into "kept".*; INSERT INTO kept VALUES \(2\); COMMIT;$/s);
  expect(await kept()).toEqual([1, 2]);
});

it("keeps nothing where the work fails", async () => {
  const before = await kept();
  const work = db.transaction(async (trx) => {
    await withCommit(trx, insert(trx, 3));
    throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  expect(await kept()).toEqual(before);
});

it("undoes the work where what waited is refused, and the connection works on", async () => {
  const before = await kept();
  const work = db.transaction(async (trx) => {
    await insert(trx, 4);
    await withCommit(trx, insert(trx, 100));
  });
  await expect(work).rejects.toThrow(/check constraint/);
  expect(await kept()).toEqual(before);
  await db.transaction((trx) => insert(trx, 5));
  expect(await kept()).toEqual([...before, 5]);
});

it("runs at once within a savepoint, and is undone with it", async () => {
  const before = await kept();
  await db.transaction(async (trx) => {
    const inner = trx.transaction(async (savepoint) => {
      await withCommit(savepoint, insert(savepoint, 6));
      expect(await kept(savepoint)).toEqual([...before, 6]);
      throw new Error("no");
    });
    await expect(inner).rejects.toThrow("no");
  });
  expect(await kept()).toEqual(before);
});

it("leaves nothing for the connection's next transaction", async () => {
  const before = await kept();
  await db
    .transaction(async (trx) => {
      await withCommit(trx, insert(trx, 7));
      await trx.raw("SELECT 1 / 0");
    })
    .catch(() => {});
  await db.transaction((trx) => trx.raw("SELECT 1"));
  expect(await kept()).toEqual(before);
});
