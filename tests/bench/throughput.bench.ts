/**
 * Calls a second against the ceiling (quality, "Speed"): one process each, on a core of its own where `taskset` is
 * there, in turns, so that a noisy machine is as noisy for both. Prints what it finds; fails only where calls fail.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMinutes, floorToStep, fromInstant } from "#contract/dates.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { connect } from "#db/knex.ts";
import { startTestServer, type TestServer } from "#tests/support/api.ts";
import { type ApiProcess, sharedEnv, startApiProcess } from "#tests/support/api-process.ts";
import { addStaff, password, withCookie } from "#tests/support/console/staff.ts";
import { type ManyVisitsSite, seedVisits } from "#tests/support/database/many-visits.ts";
import { koreanApplication } from "#tests/support/site.ts";
import { addVisit } from "#tests/support/visits.ts";
import { type Call, load, type Measured } from "./load.ts";
import { type Recording, record } from "./recording.ts";

const rounds = 3;
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const connections = 32;

let own: TestServer & { databaseUrl: string };
let api: ApiProcess;
let ceiling: { url: string; child: ChildProcess };
let site: ManyVisitsSite;
let folder: string;
let cookie: string;
let people: { visitId: number; passNo: string }[];

interface Scenario {
  readonly name: string;
  /** At least this share of the ceiling. */
  readonly wanted: number;
  readonly call: (connection: number, turn: number) => Call;
  /** As many recordings as the calls differ in the rows they lock. */
  readonly variants?: number;
}

const json = (body: unknown) => JSON.stringify(body);

const wall = (minutes: number) => addMinutes(floorToStep(fromInstant(new Date(), "Asia/Seoul")), minutes);

const visitor = { name: "홍길동", cellPhone: "010-0000-4321" };

function submission(key: string): Call {
  const body = koreanApplication(site, {
    startDate: wall(60),
    endDate: wall(120),
    name: visitor.name,
    cellphone: visitor.cellPhone,
  });
  return {
    method: "POST",
    path: "/api/request/simple/save/",
    headers: { "Idempotency-Key": key },
    body: json(body),
  };
}

const atDesk = (connection: number, turn: number): Call => {
  const { visitId, passNo } = people[connection] ?? { visitId: 0, passNo: "" };
  const isIssue = turn % 2 === 0;
  return {
    method: isIssue ? "POST" : "PUT",
    path: `/dash/visits/${visitId}/${isIssue ? "issue" : "recovery"}`,
    headers: { Cookie: cookie },
    body: json(isIssue ? { visitID: visitId, passNo } : {}),
  };
};

const scenarios: readonly Scenario[] = [
  { name: "configuration", wanted: 0.7, call: () => ({ method: "GET", path: "/api/config" }) },
  {
    name: "host search, two letters",
    wanted: 0.7,
    call: () => ({ method: "GET", path: `/visitor/findHostUsers?s=${encodeURIComponent("민서")}` }),
  },
  {
    name: "lookup",
    wanted: 0.7,
    call: () => ({ method: "POST", path: "/api/request/search", body: json(visitor) }),
  },
  {
    name: "list of 50 with count",
    wanted: 0.7,
    call: () => ({ method: "GET", path: "/api/visit?size=50", headers: { Cookie: cookie } }),
  },
  { name: "submit", wanted: 0.6, call: () => submission(randomUUID()) },
  { name: "issue and recovery", wanted: 0.6, call: atDesk, variants: connections },
];

/** A process on one core, the other one being for everything else. */
const pin = (pid: number) => spawnSync("taskset", ["-cp", "0", String(pid)]).status === 0;

/** @param url where the call goes; other servers take another origin */
const withOrigin = (url: string, call: Call): Call => ({
  ...call,
  headers: { ...call.headers, ...(call.method !== "GET" && { Origin: url }) },
});

async function recordings(): Promise<Record<string, Recording[]>> {
  const kept: Record<string, Recording[]> = {};
  for (const { name, call, variants = 1 } of scenarios) {
    const calls = Array.from({ length: variants }, (_, connection) =>
      variants > 1 ? [call(connection, 0), call(connection, 1)] : [call(0, 0), call(0, 0)],
    );
    for (const pair of calls) {
      const made: Recording[] = [];
      for (const one of pair) {
        const key = one.headers?.["Idempotency-Key"];
        const { method, path, headers, body } = withOrigin(own.url, one);
        const make = async () => {
          const answer = await own.send(method, path, { headers, ...(body !== undefined && { body }) });
          if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
          return answer.text;
        };
        made.push(await record(make, key));
      }
      // of what is done twice the same way the second time counts, when all is warm
      kept[name] = [...(kept[name] ?? []), ...(variants > 1 ? made : made.slice(1))];
    }
  }
  return kept;
}

async function startCeiling(kept: Record<string, Recording[]>) {
  const file = join(folder, "recordings.json");
  const numbered = Object.fromEntries(scenarios.map(({ name }, index) => [index, kept[name] ?? []]));
  writeFileSync(file, json(numbered));
  const child = spawn(process.execPath, [join(import.meta.dirname, "ceiling.ts"), file, own.databaseUrl], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [said] = await once(child, "message");
  return { child, url: (said as { url: string }).url };
}

/** Megabytes that a process holds. */
const memoryOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bench-"));
  const keys = sharedEnv("");
  const cipher = new FieldCipher({
    data: parseKeys(keys.DATA_KEYS ?? ""),
    hash: parseKeys(keys.HASH_KEYS ?? ""),
  });
  own = await startTestServer({ now: () => new Date(), cipher });
  const unhurried = connect(own.databaseUrl, { poolSize: 1, isLimited: false });
  site = await seedVisits(unhurried);
  await unhurried.destroy();
  // the visits of the list's first page have numbers that can be opened
  const shown = await own.db("visits").orderBy("startAt", "desc").limit(200).select("id", "reserveNo");
  for (const [n, { id, reserveNo }] of shown.entries()) {
    await own
      .db("visits")
      .where({ id })
      .update(cipher.seal(`010-0000-${1000 + n}`, reserveNo));
  }
  const { loginId } = await addStaff(own, site.company, "desk");
  const env = { ...keys, DATABASE_URL: own.databaseUrl };
  api = await startApiProcess({ ...env, JOBS: "off", LOG_LEVEL: "info" }, { quiet: true });
  const signedIn = await api.post("/dash/login", { body: { loginId, password } });
  cookie = (signedIn.headers.get("Set-Cookie") ?? "").split(";", 1)[0] ?? "";
  expect((await withCookie(own, cookie).get("/dash/user/current")).status).toBe(200);
  people = [];
  for (let n = 0; n < connections; n++) {
    const visit = await addVisit(own, site, {
      statusCode: "approved",
      startDate: wall(-10),
      endDate: wall(600),
      reserveNo: `261121-${String(90_000 + n)}`,
    });
    const passNo = `B-${n}`;
    await own.db("passes").insert({ vehicle: false, passNo });
    people.push({ visitId: visit.id, passNo });
  }
  for (let n = 0; n < 3; n++) {
    const { method, path, headers, body } = withOrigin(api.url, submission(randomUUID()));
    const { status } = await api.send(method, path, { headers, ...(body !== undefined && { body }) });
    expect(status).toBe(200);
  }
  ceiling = await startCeiling(await recordings());
});

afterAll(async () => {
  ceiling?.child.disconnect();
  await api?.kill();
  await own?.close();
  if (folder) rmSync(folder, { recursive: true });
});

it("answers a fair share of what bare node:http and pg would", async () => {
  const isPinned = [api.pid, ceiling.child.pid ?? 0].every(pin);
  const idle = memoryOf(api.pid);
  const rows: Record<string, Record<string, number | string>> = {};
  let failed = 0;
  for (const [index, { name, wanted, call, variants = 1 }] of scenarios.entries()) {
    const ratios: number[] = [];
    let ours: Measured | undefined;
    let bare: Measured | undefined;
    for (let round = 0; round < rounds; round++) {
      ours = await load(api.url, (c, turn) => withOrigin(api.url, call(c, turn)), { seconds, connections });
      bare = await load(
        ceiling.url,
        (c, turn) => ({ ...call(c, turn), path: `/${index}/${variants > 1 ? c * 2 + (turn % 2) : 0}` }),
        { seconds, connections },
      );
      failed += ours.failed + bare.failed;
      ratios.push(ours.perSecond / bare.perSecond);
    }
    const median = ratios.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
    rows[name] = {
      "ours/s": Math.round(ours?.perSecond ?? 0),
      "bare/s": Math.round(bare?.perSecond ?? 0),
      "ratio (median)": median.toFixed(2),
      wanted,
      "p95 ms": (ours?.p95 ?? 0).toFixed(1),
    };
  }
  console.table(rows);
  console.log(
    `one core each: ${isPinned}; ${connections} connections; ${rounds} rounds of ${seconds} s; 1,000,000 visits`,
  );
  console.log(`memory of the API process: ${idle} MB before, ${memoryOf(api.pid)} MB after`);
  expect(failed, "answers that were no success").toBe(0);
});
