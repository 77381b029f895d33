import { expect, it } from "vitest";
import { type CurrentCall, runAsCaller } from "#db/caller.ts";
import { connectedDatabase } from "../support/database/connected-database.ts";

// One connection, so that a transaction left open is noticed.
const { db } = await connectedDatabase({ poolSize: 1 });
await db.raw("CREATE TABLE kept (n integer UNIQUE DEFERRABLE INITIALLY DEFERRED)");

const calling = (row: Partial<CurrentCall> = {}): CurrentCall => ({
  hostUserId: null,
  apiKeyId: null,
  address: "10.0.0.1",
  call: "PUT /test",
  subject: "",
  subjectId: null,
  onBehalfOfId: null,
  isRecorded: false,
  ...row,
});

const keep = (call: CurrentCall, ...numbers: number[]) =>
  runAsCaller(call, () =>
    db.transaction(async (trx) => {
      for (const n of numbers) await trx("kept").insert({ n });
      return numbers.length;
    }),
  );

const stored = async () => (await db("kept").orderBy("n")).map(({ n }) => n);
const rows = async () => (await db("events").where({ kind: "call" })).length;

it("a call's event row is written in its first transaction that writes", async () => {
  const call = calling();
  await runAsCaller(call, () => db.transaction((trx) => trx.raw("SELECT 1")));
  expect([call.isRecorded, await rows()]).toEqual([false, 0]);
  expect(await keep(call, 1)).toBe(1);
  expect([call.isRecorded, await rows(), await stored()]).toEqual([true, 1, [1]]);
  await keep(call, 2);
  expect([await rows(), await stored()]).toEqual([1, [1, 2]]);
});

it("event row and changes are rolled back together", async () => {
  const before = [await rows(), await stored()];
  const refused = calling({ subjectId: 10_000_000_000 });
  await expect(keep(refused, 3)).rejects.toThrow(/out of range/);
  const twice = calling();
  await expect(keep(twice, 4, 4)).rejects.toThrow(/unique/);
  expect([refused.isRecorded, twice.isRecorded]).toEqual([false, false]);
  expect([await rows(), await stored()]).toEqual(before);
});
