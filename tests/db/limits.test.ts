import { beforeEach, expect, it } from "vitest";
import { createLimits, forgetCalls } from "#api/limits.ts";
import { readSettings } from "#api/settings.ts";
import { connect } from "#db/connection.ts";
import { connectedDatabase } from "../support/database/connected-database.ts";

const amounts = { ...readSettings({}).limits, lookup: 3, signInLogin: 2 };
const address = "192.0.2.1";
const windowMs = 60_000;

const { url, db } = await connectedDatabase({ poolSize: 4 });

beforeEach(async () => {
  await db("rateLimits").delete();
});

const limitsOfProcess = (at = db) => createLimits(at, amounts);
const row = () =>
  db("rateLimits")
    .where({ key: `lookup:${address}` })
    .first();

/** Seconds until a rejected call may be repeated. */
const refusal = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => expect.unreachable("the call was within the limit"),
    (error) => {
      expect(error).toMatchObject({ status: 429 });
      return error.values.seconds;
    },
  );

it("rate limits count a key over all processes, separately for each key and limit", async () => {
  const [one, two] = [limitsOfProcess(), limitsOfProcess()];
  expect(await one.consume("lookup", address)).toBe(1);
  expect(await two.consume("lookup", address)).toBe(2);
  expect(await limitsOfProcess().consume("lookup", address)).toBe(3);
  const seconds = await refusal(two.consume("lookup", address));
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await two.consume("lookup", "192.0.2.2")).toBe(1);
  expect(await two.consume("submit", address)).toBe(1);
});

it("rate limits count every simultaneous call", async () => {
  const limits = limitsOfProcess();
  const calls = Array.from({ length: 20 }, () => limits.consume("lookup", address));
  const counts = await Promise.allSettled(calls);
  expect(counts.filter(({ status }) => status === "fulfilled")).toHaveLength(amounts.lookup);
  expect((await row())?.points).toBe(20);
});

it("rate limits reset after their window", async () => {
  const limits = limitsOfProcess();
  await limits.consume("lookup", address);
  await db("rateLimits").update({ points: 9, expire: Date.now() });
  expect(await limits.consume("lookup", address)).toBe(1);
  expect((await row())?.expire).toBeGreaterThan(Date.now() + 50_000);
});

it("rate limits can be refunded and reset", async () => {
  const limits = limitsOfProcess();
  await limits.consume("lookup", address);
  await limits.refund("lookup", address);
  expect(await limits.consume("lookup", address)).toBe(1);
  await forgetCalls(db, "lookup", [address]);
  expect(await row()).toBeUndefined();
});

it("rate limits reset a window too far in the future, left by a fast clock", async () => {
  const day = 24 * 60 * 60_000;
  await db("rateLimits").insert({ key: `lookup:${address}`, points: 99, expire: Date.now() + day });
  const limits = limitsOfProcess();
  expect(await limits.consume("lookup", address)).toBe(1);
  expect((await row())?.expire).toBeLessThanOrEqual(Date.now() + windowMs);
  expect(await limits.consume("lookup", address)).toBe(2);
});

it("rate limits count in the process while the database is unreachable", async () => {
  const away = connect(url, { poolSize: 1 });
  await away.destroy();
  const limits = limitsOfProcess(away);
  for (const calls of [1, 2, 3]) expect(await limits.consume("lookup", address)).toBe(calls);
  expect(await refusal(limits.consume("lookup", address))).toBeGreaterThan(50);
  await limits.refund("lookup", address);
  await limits.refund("lookup", address);
  expect(await limits.consume("lookup", address)).toBe(3);
  expect(await row()).toBeUndefined();
});
