/**
 * Processes killed during requests (docs/reliability.md): acknowledged visits are stored once.
 * @module-tag full
 */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { type ApiProcess, sharedEnv, startApiProcess } from "../support/api-process.ts";
import { connectedDatabase } from "../support/database/connected-database.ts";
import { koreanApplication, seedSite } from "../support/site.ts";
import { applicationPath } from "../support/visitor/applications.ts";
import { seoul } from "../support/visits/visits.ts";

const { url, db } = await connectedDatabase();
const site = await seedSite(db);
const env = sharedEnv(url);

/** The same for all calls, because repeated ones must be identical. */
const tomorrow = addMinutes(fromInstant(new Date(), seoul), 1440).slice(0, 10);
const period = { startDate: `${tomorrow} 14:00`, endDate: `${tomorrow} 15:00` };

/** @returns the reservation number; undefined without a response */
async function apply(at: ApiProcess, key: string): Promise<string | undefined> {
  const body = koreanApplication(site, period);
  const answer = await at
    .post(applicationPath, { body, headers: { "Idempotency-Key": key } })
    .catch(() => undefined);
  return answer?.status === 200 ? answer.body.reserveNo : undefined;
}

/** Eight visitors apply until the process is killed `after` so many responses; then another starts. */
async function killRepeatedly(times: number, after: number): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  for (let killed = 0; killed < times; killed += 1) {
    const doomed = await startApiProcess(env);
    const most = acknowledged.size + after;
    let isAlive = true;
    const person = async () => {
      while (isAlive) {
        const key = randomUUID();
        const reserveNo = await apply(doomed, key);
        if (reserveNo !== undefined) acknowledged.set(key, reserveNo);
        if (acknowledged.size >= most && isAlive) {
          isAlive = false;
          await doomed.kill();
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, person));
  }
  return acknowledged;
}

/** Each is stored once with its log, and its key replays the response. */
async function expectNothingLost(acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const rows = await db("visits")
    .join("visitLogs", "visits.id", "visitId")
    .whereIn("reserveNo", [...acknowledged.values()])
    .select("reserveNo");
  expect(rows.map(({ reserveNo }) => reserveNo).sort()).toEqual([...acknowledged.values()].sort());
  const survivor = await startApiProcess(env);
  for (const [key, reserveNo] of [...acknowledged].slice(-20))
    expect(await apply(survivor, key)).toBe(reserveNo);
  await survivor.stop();
}

it("no acknowledged request is lost when processes are killed", { timeout: 60_000 }, async () => {
  const acknowledged = await killRepeatedly(2, 30);
  expect(acknowledged.size).toBeGreaterThanOrEqual(60);
  await expectNothingLost(acknowledged);
});
