/** Caddy of compose.yaml in front of two server processes (docs/deploy-server.md). */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer } from "../support/api.ts";
import { type ApiProcess, sharedEnv, startApiProcess } from "../support/api-process.ts";
import { addStaff, password } from "../support/console/staff.ts";
import { eventually } from "../support/events.ts";
import { publishVisitChange } from "../support/live-readers.ts";
import { missingPrograms } from "../support/programs.ts";
import { type Caddy, startCaddy } from "../support/services/caddy.ts";
import { freePort } from "../support/services/free-port.ts";
import { koreanApplication, type Site, seedSite } from "../support/site.ts";
import { applicationPath } from "../support/visitor/applications.ts";

const siteName = "visit.example.com";
/** Interval of Caddy's name lookups. */
const refreshMs = 1_200;
const [one, two] = ["127.0.0.2", "127.0.0.3"] as const;

const reason = missingPrograms("caddy");
let server: Awaited<ReturnType<typeof startTestServer>>;
let site: Site;
let env: NodeJS.ProcessEnv;
let caddy: Caddy;
const processes = new Map<string, ApiProcess>();

const start = async (address: string) => {
  processes.set(address, await startApiProcess({ ...env, HOST: address }));
  caddy.addresses.add(address);
};

beforeEach((context) => {
  if (reason !== undefined) context.skip(reason);
});

beforeAll(async () => {
  if (reason !== undefined) return;
  server = await startTestServer({ now: () => new Date() });
  site = await seedSite(server.db);
  const port = await freePort(one);
  env = {
    ...sharedEnv(server.databaseUrl),
    PORT: String(port),
    TRUSTED_PROXIES: "127.0.0.1",
    METRICS_TOKEN: "a-token-of-this-test",
    STOP_DELAY: "3",
  };
  caddy = await startCaddy(siteName, port);
  for (const address of [one, two]) await start(address);
  await eventually(async () => (await caddy.call("/api/config")).status === 200);
}, 180_000);

afterAll(async () => {
  await Promise.all([...processes.values()].map((each) => each.stop()));
  await caddy?.stop();
  await server?.close();
}, 60_000);

async function signIn(more: { localAddress?: string; headers?: Record<string, string> } = {}) {
  const { loginId } = await addStaff(server, site.company, "desk");
  const answer = await caddy.call("/dash/login", { method: "POST", body: { loginId, password }, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.headers["set-cookie"]?.[0] ?? "";
}

const onlyCookie = (cookie: string) => ({ Cookie: cookie.split(";", 1)[0] ?? "" });

describe("Caddy of compose.yaml", { tags: ["full"] }, () => {
  it("terminates TLS, redirects HTTP, and hides the metrics", async () => {
    expect((await caddy.call("/api/config")).status).toBe(200);
    const { status, headers } = await caddy.plain("/result?from=x");
    expect(status).toBe(308);
    expect(headers.location).toMatch(new RegExp(`^https://${siteName}(:\\d+)?/result\\?from=x$`));
    const token = { Authorization: "Bearer a-token-of-this-test" };
    for (const path of ["/metrics", "/readyz"])
      expect((await caddy.call(path, { headers: token })).status).toBe(404);
    expect((await processes.get(one)?.get("/metrics", { headers: token }))?.status).toBe(200);
  });

  it("forwards address, host and protocol, and overrides forged headers", async () => {
    const forged = {
      "X-Forwarded-For": "203.0.113.9",
      "X-Forwarded-Proto": "http",
      "X-Forwarded-Host": "evil.example",
    };
    // Without PUBLIC_ORIGIN the server uses the forwarded name.
    const cookie = await signIn({ localAddress: "127.0.0.5", headers: forged });
    expect(cookie).toMatch(/;\s*secure/i);
    const [session] = await server.db("sessions").orderBy("id", "desc").limit(1);
    expect(session.address).toBe("127.0.0.5");
    const refused = await caddy.call("/dash/login", {
      method: "POST",
      body: { loginId: "unknown", password },
      headers: { Origin: "https://evil.example" },
    });
    expect(refused.status).toBe(403);
  });

  it("does not buffer live updates", async () => {
    const stream = await caddy.open("/dash/live", { headers: onlyCookie(await signIn()) });
    let streamed = "";
    stream.setEncoding("utf8").on("data", (chunk) => {
      streamed += chunk;
    });
    try {
      await eventually(() => streamed.includes("event: reset"));
      const startedAt = performance.now();
      const id = await publishVisitChange(server.db, site.host);
      await eventually(() => streamed.includes(`"visitId":${id}`));
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    } finally {
      stream.destroy();
    }
  });

  /** Calls until `work` is done. @returns statuses, or errors without a response */
  async function whileVisitorsCall(
    calls: readonly (() => Promise<{ status: number }>)[],
    work: () => Promise<unknown>,
  ): Promise<(number | string)[]> {
    const statuses: (number | string)[] = [];
    let isOver = false;
    const visitors = calls.map(async (call) => {
      while (!isOver)
        statuses.push(
          await call().then(
            ({ status }) => status,
            (error: Error) => error.message,
          ),
        );
    });
    await work();
    isOver = true;
    await Promise.all(visitors);
    return statuses;
  }

  const reading = () => caddy.call("/api/config");
  const writing = () => {
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
    const body = koreanApplication(site, { startDate: `${tomorrow} 14:00`, endDate: `${tomorrow} 16:00` });
    return caddy.call(applicationPath, { method: "POST", body });
  };

  /** Like `docker compose restart`: the name disappears a moment after the container. */
  async function restart(address: string): Promise<void> {
    const leaving = processes.get(address);
    const ended = leaving?.stop();
    await eventually(async () => (await leaving?.get("/readyz"))?.body.status === "stopping");
    expect(await ended).toBe(0);
    await delay(500);
    caddy.addresses.delete(address);
    await start(address);
  }

  it("loses no read while processes restart one after another", { timeout: 90_000 }, async () => {
    const statuses = await whileVisitorsCall([reading, reading, reading, reading], async () => {
      for (const address of [one, two]) {
        await restart(address);
        await delay(refreshMs);
      }
    });
    expect(statuses.length).toBeGreaterThan(100);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it("loses no write while a process restarts", { timeout: 90_000 }, async (context) => {
    const [major = 0, minor = 0, patch = 0] = caddy.version;
    context.skip(
      major === 2 && (minor < 11 || (minor === 11 && patch < 2)),
      `Caddy ${caddy.version.join(".")} tries a call that has a body once only; 2.11.2 tries another process`,
    );
    const statuses = await whileVisitorsCall([writing, writing, reading], () => restart(one));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it("uses the other process when one is killed and its name still resolves", {
    timeout: 60_000,
  }, async () => {
    await processes.get(two)?.kill();
    try {
      for (let n = 0; n < 20; n++) expect((await caddy.call("/api/config")).status).toBe(200);
    } finally {
      await start(two);
    }
  });
});
