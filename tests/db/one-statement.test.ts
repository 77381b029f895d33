/** A statement that is a transaction by itself. */
import type { Knex } from "knex";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { afterCommit } from "#db/after-commit.ts";
import { asCaller, type CallAtWork } from "#db/caller.ts";
import { inOneStatement } from "#db/connections/transaction.ts";
import { connect } from "#db/knex.ts";
import { withCommit } from "#db/with-commit.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";

let database: TestDatabase;
let db: Knex;
const sent: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  db = connect(database.url, { poolSize: 3, onStatement: (sql) => (sent.push(sql), () => {}) });
  await db.raw("CREATE TABLE things (id integer PRIMARY KEY)");
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  await db("things").del();
  sent.length = 0;
});

const insert = (trx: Knex, id: number) => trx.raw("INSERT INTO things VALUES (?)", [id]);

describe("inOneStatement", () => {
  it("sends nothing but the statement, and does what waits for the commit after it", async () => {
    let isDone = false;
    const answer = await inOneStatement(db, async (trx) => {
      afterCommit(trx, () => {
        isDone = true;
      });
      await insert(trx, 1);
      expect(isDone).toBe(false);
      return "answer";
    });
    expect([answer, isDone]).toEqual(["answer", true]);
    expect(sent).toEqual(["INSERT INTO things VALUES ($1)"]);
    expect(await db("things")).toEqual([{ id: 1 }]);
  });

  it("fails with the statement, and nothing that waits is done", async () => {
    await insert(db, 1);
    let isDone = false;
    const failing = inOneStatement(db, async (trx) => {
      afterCommit(trx, () => {
        isDone = true;
      });
      await insert(trx, 1);
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    await inOneStatement(db, (trx) => insert(trx, 2));
    expect([isDone, (await db("things")).length]).toEqual([false, 2]);
  });

  it("refuses a second statement, and one that is left for the commit", async () => {
    const two = inOneStatement(db, async (trx) => {
      await insert(trx, 1);
      await insert(trx, 2);
    });
    await expect(two).rejects.toThrow("a second statement");
    expect(await db("things")).toEqual([{ id: 1 }]);
    const left = inOneStatement(db, (trx) => withCommit(trx, db.raw("INSERT INTO things VALUES (?)", [3])));
    await expect(left).rejects.toThrow("nothing can go with");
  });

  it("begins and ends a transaction where the database is told who calls", async () => {
    const caller = { hostUserId: null, apiKeyId: null, address: "192.0.2.1", call: "PUT /things" };
    const call: CallAtWork = { caller: () => caller, row: () => undefined, isRecorded: false };
    const told = await asCaller(call, () =>
      inOneStatement(db, (trx) => trx.raw("SELECT current_setting('visitor.caller') AS told, ?::text", [""])),
    );
    expect(JSON.parse(told.rows[0].told)).toEqual(caller);
    expect(sent.map((sql) => sql.slice(0, 6))).toEqual(["BEGIN;", "SELECT", "COMMIT"]);
  });

  it("takes a transaction's place, and leaves the others to what is read", async () => {
    // Of three connections one is for transactions, one for what else the console reads.
    const holding = await db.transaction();
    await insert(holding, 1);
    let isWritten = false;
    const writing = inOneStatement(db, (trx) => insert(trx, 2)).then(() => {
      isWritten = true;
    });
    expect(await db("things")).toEqual([]);
    expect(isWritten).toBe(false);
    await holding.commit();
    await writing;
    expect(await db("things")).toHaveLength(2);
  });

  it("has a transaction around it where it may wait for locks for less than usual", async () => {
    // Half of ten connections are for transactions; where these do not end, one more may begin, and gives up soon.
    const many = connect(database.url, { poolSize: 10, onStatement: (sql) => (sent.push(sql), () => {}) });
    try {
      const holding = await Promise.all(Array.from({ length: 5 }, () => many.transaction()));
      await insert(holding[0] as Knex, 1);
      sent.length = 0;
      await expect(inOneStatement(many, (trx) => insert(trx, 1))).rejects.toMatchObject({ code: "55P03" });
      expect(sent[0]).toMatch(/^BEGIN; SET LOCAL lock_timeout = \d+;/);
      expect(sent.at(-1)).toBe("ROLLBACK");
      for (const trx of holding) await trx.rollback();
    } finally {
      await many.destroy();
    }
  });
});
