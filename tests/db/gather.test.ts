import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { type GatherOptions, gather } from "#db/gather.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 4 });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** A question that echoes what is asked, once it is let go on where something of it is held. */
function heldQuestion(isHeld: (text: string) => boolean, options: GatherOptions<string>) {
  const sent: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const answer = gather(async (_db, asked: readonly string[]) => {
    sent.push(asked.join());
    if (asked.some(isHeld)) await gate;
    return asked;
  }, options);
  return { sent, open, answer };
}

describe("gather", () => {
  it("sends the first question at once, and all that come meanwhile together", async () => {
    const sent: number[][] = [];
    const double = gather(async (at, inputs: readonly number[]) => {
      sent.push([...inputs]);
      await at.raw("SELECT 1");
      return inputs.map((input) => input * 2);
    });
    expect(await Promise.all([1, 2, 3, 4].map((input) => double(db, input)))).toEqual([2, 4, 6, 8]);
    expect(sent).toEqual([[1], [2, 3, 4]]);
    expect(await double(db, 5)).toBe(10);
    expect(sent).toHaveLength(3);
  });

  it("keeps questions of different keys apart, which do not wait for each other", async () => {
    const { sent, open, answer } = heldQuestion((text) => text === "slow 1", {
      keyOf: (text) => text.slice(0, 4),
    });
    const slow = ["slow 1", "slow 2", "slow 3"].map((text) => answer(db, text));
    expect(await answer(db, "fast 1")).toBe("fast 1");
    expect(sent).toEqual(["slow 1", "fast 1"]);
    open();
    expect(await Promise.all(slow)).toEqual(["slow 1", "slow 2", "slow 3"]);
    expect(sent).toEqual(["slow 1", "fast 1", "slow 2,slow 3"]);
  });

  it("lets nobody wait longer than allowed for a statement that was sent before", async () => {
    const { sent, open, answer } = heldQuestion((text) => text === "held", { maxWaitMs: 20 });
    const held = answer(db, "held");
    expect(await Promise.all([answer(db, "one"), answer(db, "two")])).toEqual(["one", "two"]);
    open();
    expect(await held).toBe("held");
    expect(sent).toEqual(["held", "one,two"]);
  });

  it("sends no more together than it may", async () => {
    const sent: number[] = [];
    const count = gather(
      async (at, asked: readonly number[]) => {
        sent.push(asked.length);
        await at.raw("SELECT 1");
        return asked;
      },
      { maxInputs: 3 },
    );
    const all = Array.from({ length: 8 }, (_, n) => n);
    expect(await Promise.all(all.map((n) => count(db, n)))).toEqual(all);
    expect(sent).toEqual([1, 3, 3, 1]);
  });

  it("gives nobody an answer to a statement that was sent before they asked", async () => {
    const clock = gather(async (at, asked: readonly undefined[]) => {
      const { rows } = await at.raw<{ rows: [{ now: Date }] }>(
        "SELECT clock_timestamp() AS now, pg_sleep(0.05)",
      );
      return asked.map(() => rows[0].now);
    });
    const ask = async () => {
      const { rows } = await db.raw<{ rows: [{ now: Date }] }>("SELECT clock_timestamp() AS now");
      return (await clock(db, undefined)).getTime() - rows[0].now.getTime();
    };
    const lags = await Promise.all(Array.from({ length: 20 }, ask));
    expect(Math.min(...lags)).toBeGreaterThanOrEqual(0);
  });

  it("asks again one by one where one spoils it for all", async () => {
    const parse = gather(async (at, inputs: readonly string[]) => {
      const { rows } = await at.raw<{ rows: { number: number }[] }>(
        "SELECT text::integer AS number FROM unnest(?::text[]) AS text",
        [[...inputs]],
      );
      return rows.map(({ number }) => number);
    });
    const answers = await Promise.allSettled(["1", "2", "no number", "3"].map((text) => parse(db, text)));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  it("asks inside the transaction that it is handed", async () => {
    const transactionOf = gather(async (at, asked: readonly undefined[]) => {
      const { rows } = await at.raw<{ rows: [{ id: string }] }>("SELECT pg_current_xact_id()::text AS id");
      return asked.map(() => rows[0].id);
    });
    await db.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: [{ id: string }] }>("SELECT pg_current_xact_id()::text AS id");
      const asked = [
        transactionOf(db, undefined),
        transactionOf(trx, undefined),
        transactionOf(trx, undefined),
      ];
      const [outside, ...inside] = await Promise.all(asked);
      expect(inside).toEqual([rows[0].id, rows[0].id]);
      expect(outside).not.toBe(rows[0].id);
    });
  });
});
