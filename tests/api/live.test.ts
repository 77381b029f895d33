import { createServer } from "node:http";
import { type AddressInfo, connect as openSocket } from "node:net";
import type { Knex } from "knex";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Change, noteChanges } from "#api/live/changes.ts";
import { LiveStream } from "#api/live/stream.ts";
import { sendDue } from "#api/sms/delivery.ts";
import { change } from "#contract/live.ts";
import type { Role } from "#contract/roles.ts";
import { startTestServer, type TestServer } from "../support/api.ts";
import { aboutVisit, eventually, type LiveReader, ofKind, readLive } from "../support/events.ts";
import { koreanApplication, type Site, seedSite } from "../support/site.ts";
import { addStaff, type SignedIn, signIn } from "../support/staff.ts";
import { addVisit } from "../support/visits.ts";

let server: TestServer & { databaseUrl: string };
let site: Site;
const open = new Set<LiveReader>();

beforeAll(async () => {
  server = await startTestServer();
  site = await seedSite(server.db);
});
afterEach(() => {
  for (const reader of open) reader.close();
  open.clear();
});
afterAll(() => server.close());

const path = "/dash/live";

async function staff(role: Role) {
  const user = await addStaff(server, site.company, role);
  return { user, me: await signIn(server, user.loginId) };
}

/** Opens a stream and waits for its first word, so that what comes then is heard. */
async function hear(me: SignedIn, at: TestServer = server, lastEventId?: string): Promise<LiveReader> {
  const reader = await readLive(at, me.cookie, lastEventId === undefined ? {} : { lastEventId });
  open.add(reader);
  if (reader.status === 200 && lastEventId === undefined)
    await reader.until(({ event }) => event === "reset");
  return reader;
}

const note = (changes: Change[], db: Knex = server.db) => db.transaction((trx) => noteChanges(trx, changes));

let visits = 1_000_000;
/** Notes a visit that is nobody else's. */
async function noteVisit(hostUserId = site.host): Promise<number> {
  const visitId = ++visits;
  await note([{ kind: "visit", visitId, hostUserId }]);
  return visitId;
}

async function applyFor(hostUser: number): Promise<number> {
  const answer = await server.post("/api/request/simple/save/", {
    body: koreanApplication(site, { hostUser }),
  });
  expect(answer.status, answer.text).toBe(200);
  const { id } = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first("id");
  return id;
}

describe("GET /dash/live — not signed in", () => {
  it("is refused, and nothing is held open", async () => {
    for (const cookie of ["", "visitor_session=unknown"]) {
      const answer = await server.get(path, { headers: { Cookie: cookie } });
      expect(answer.status).toBe(401);
      expect(answer.body.id).toBe("unauthorized");
    }
  });
});

describe("GET /dash/live — success", () => {
  it("is a stream that no proxy holds back and nobody stores, and begins with a reset", async () => {
    const reader = await hear((await staff("desk")).me);
    expect(reader.status).toBe(200);
    expect(reader.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(reader.headers.get("X-Accel-Buffering")).toBe("no");
    expect(reader.headers.get("Cache-Control")).toBe("no-store");
    expect(reader.headers.get("X-Request-Id")).toMatch(/^[\w-]{36}$/);
    expect(reader.text).toMatch(/^retry: \d+\n\nevent: reset\nid: \S+\ndata: \{\}\n\n$/);
  });

  it.each<Role>(["desk", "admin", "privacy"])(
    "tells %s of every visit, and nothing personal",
    async (role) => {
      const reader = await hear((await staff(role)).me);
      const visitId = await applyFor(site.host);
      const heard = await reader.until(aboutVisit(visitId));
      expect(heard.data).toEqual({ id: expect.any(Number), kind: "visit", visitId });
      expect(change.parse(heard.data)).toEqual(heard.data);
      expect(heard.id).not.toBe("");
      expect(reader.text).not.toMatch(/홍길동|1234|나래/);
    },
  );

  it("tells of a status that changes", async () => {
    const who = { name: "김방문", cellPhone: "010-0000-7777" };
    const body = koreanApplication(site, { name: who.name, cellphone: who.cellPhone });
    const { reserveNo } = (await server.post("/api/request/simple/save/", { body })).body;
    const { id } = await server.db("visits").where({ reserveNo }).first("id");
    const reader = await hear((await staff("desk")).me);
    await server.post("/api/request/cancel", { body: { reserveNo, ...who } });
    await reader.until(aboutVisit(id));
  });

  it("tells nothing of what was taken back", async () => {
    const reader = await hear((await staff("desk")).me);
    const undone = server.db.transaction(async (trx) => {
      await noteChanges(trx, [{ kind: "visit", visitId: 77, hostUserId: site.host }]);
      throw new Error("taken back");
    });
    await expect(undone).rejects.toThrow("taken back");
    await reader.until(aboutVisit(await noteVisit()));
    expect(reader.events.some(aboutVisit(77))).toBe(false);
  });

  it("misses nothing where a later id is committed first", async () => {
    const reader = await hear((await staff("desk")).me);
    const slow = await server.db.transaction();
    await noteChanges(slow, [{ kind: "visit", visitId: 78, hostUserId: site.host }]);
    const quick = await noteVisit();
    const second = await reader.until(aboutVisit(quick));
    await slow.commit();
    const first = await reader.until(aboutVisit(78));
    expect(first.data.id).toBeLessThan(second.data.id);
    await reader.until(aboutVisit(await noteVisit()));
    expect(reader.events.filter(aboutVisit(quick))).toHaveLength(1);
    expect(reader.events.filter(aboutVisit(78))).toHaveLength(1);
  });

  it("does not tell again and again what a restored database brought along", async () => {
    const reader = await hear((await staff("desk")).me);
    await server.db.raw(
      "INSERT INTO changes (kind, visit_id, transaction) VALUES ('visit', 90, '900000000000'::xid8)",
    );
    await reader.until(aboutVisit(await noteVisit()));
    expect(reader.events.some(aboutVisit(90))).toBe(false);
  });

  it("hears of every one of many at once, once", async () => {
    const reader = await hear((await staff("admin")).me);
    const ids = await Promise.all(Array.from({ length: 100 }, () => noteVisit()));
    for (const id of ids) await reader.until(aboutVisit(id));
    expect(reader.events.filter(({ event }) => event === "change")).toHaveLength(100);
  });

  it("keeps a quiet stream open with a comment", async () => {
    const paced = await startTestServer({ beside: server, pace: { look: 2_000, heartbeat: 20 } });
    const reader = await hear((await staff("host")).me, paced);
    await reader.untilText(/(: still here\nid: \S+\n\n){3}/);
    await paced.close();
  });

  it("answers a HEAD without holding it open", async () => {
    const { me } = await staff("host");
    const answer = await me.send("HEAD", path);
    expect(answer.status).toBe(200);
  });
});

describe("GET /dash/live — someone else's", () => {
  it("tells a host of their own visits only", async () => {
    const [mine, theirs] = [await staff("host"), await staff("host")];
    const reader = await hear(mine.me);
    const other = await noteVisit(theirs.user.id);
    const own = await noteVisit(mine.user.id);
    await reader.until(aboutVisit(own));
    expect(reader.events.some(aboutVisit(other))).toBe(false);
  });

  it("tells of passes whoever holds them, and of the configuration everybody", async () => {
    const readers = new Map<Role, LiveReader>();
    for (const role of ["host", "desk", "admin", "privacy"] as const) {
      readers.set(role, await hear((await staff(role)).me));
    }
    await note([{ kind: "pass" }]);
    await note([{ kind: "configuration" }]);
    for (const [role, reader] of readers) {
      await reader.until(ofKind("configuration"));
      expect(reader.events.some(ofKind("pass")), role).toBe(role === "desk" || role === "admin");
    }
  });

  it("tells a host of messages about own visits only, when they are written and when they have gone out", async () => {
    // what other tests left waiting
    await sendDue(server.deps);
    const [mine, theirs, desk] = [await staff("host"), await staff("host"), await staff("desk")];
    const visitTo = async ({ user }: typeof mine) =>
      (await addVisit(server, site, { hostUserId: user.id, cellphone: "010-0000-1234" })).id;
    const [own, other] = [await visitTo(mine), await visitTo(theirs)];
    const [reader, all] = [await hear(mine.me), await hear(desk.me)];
    const write = async (to: object) =>
      expect((await desk.me.post("/dash/sms/send", { body: { to: [to], text: "안내" } })).status).toBe(200);
    await write({ visitID: other });
    await write({ cellPhone: "010-0000-9999" });
    const heard = async () => {
      const mark = aboutVisit(await noteVisit(mine.user.id));
      const count = async (who: LiveReader) => {
        await who.until(mark);
        return who.events.filter(ofKind("sms")).length;
      };
      return [await count(reader), await count(all)];
    };
    expect(await heard()).toEqual([0, 2]);
    await write({ visitID: own });
    expect(await heard()).toEqual([1, 3]);
    expect((await reader.until(ofKind("sms"))).data).toEqual({ id: expect.any(Number), kind: "sms" });
    expect(await sendDue(server.deps)).toBe(3);
    expect(await heard()).toEqual([2, 6]);
  });

  it("tells of texts whoever may write them", async () => {
    const readers = new Map<Role, LiveReader>();
    for (const role of ["host", "desk", "admin", "privacy"] as const) {
      readers.set(role, await hear((await staff(role)).me));
    }
    const body = { title: "초안", content: "<p>초안</p>" };
    const writer = await staff("privacy");
    expect((await writer.me.post("/dash/privacy-policies", { body })).status).toBe(200);
    await note([{ kind: "configuration" }]);
    for (const [role, reader] of readers) {
      await reader.until(ofKind("configuration"));
      expect(reader.events.some(ofKind("text")), role).toBe(role === "admin" || role === "privacy");
    }
  });

  it("says nothing of a kind that only a newer server knows", async () => {
    const reader = await hear((await staff("admin")).me);
    await note([{ kind: "hologram" as never }]);
    await reader.until(aboutVisit(await noteVisit()));
    expect(reader.text).not.toContain("hologram");
  });
});

describe("GET /dash/live — repeated", () => {
  it("goes on from the last event, with what came meanwhile, also what was not yet committed then", async () => {
    const { me } = await staff("desk");
    const first = await hear(me);
    const slow = await server.db.transaction();
    await noteChanges(slow, [{ kind: "visit", visitId: 79, hostUserId: site.host }]);
    await first.until(aboutVisit(await noteVisit()));
    first.close();
    const meanwhile = [await noteVisit(), await noteVisit()];
    await slow.commit();

    const second = await hear(me, server, first.lastEventId);
    for (const id of [79, ...meanwhile]) await second.until(aboutVisit(id));
    expect(second.events).toHaveLength(3);
    expect(second.events.every(({ event }) => event === "change")).toBe(true);
    const next = await noteVisit();
    await second.until(aboutVisit(next));
    second.close();

    const third = await hear(me, server, second.lastEventId);
    await third.until(aboutVisit(await noteVisit()));
    expect(third.events).toHaveLength(1);
  });

  it("hears some again, and misses none, where the connection broke in the middle of a batch", async () => {
    const { me } = await staff("desk");
    const first = await hear(me);
    const batch = [80, 81, 82].map((visitId) => ({ kind: "visit" as const, visitId, hostUserId: site.host }));
    await note(batch);
    await first.until(aboutVisit(82));
    const [broken] = first.events.filter(aboutVisit(80));
    const second = await hear(me, server, broken?.id);
    for (const { visitId } of batch) await second.until(aboutVisit(visitId));
  });

  it("does not show a host what came for others meanwhile", async () => {
    const { me, user } = await staff("host");
    const first = await hear(me);
    first.close();
    const other = await noteVisit(site.otherHost);
    const own = await noteVisit(user.id);
    const second = await hear(me, server, first.lastEventId);
    await second.until(aboutVisit(own));
    expect(second.events.some(aboutVisit(other))).toBe(false);
  });

  it.each([
    ["too old a one", (id: string) => `${Number(id.split(".")[0]) - 3700}.${id.split(".")[1]}`],
    ["one from the future", (id: string) => `${id.split(".")[0]}.900000000:900000000:`],
    ["another server's", () => "1234"],
    ["nonsense", () => "1773104400.9:1:x"],
    ["something hostile", () => "1.'; DROP TABLE changes; --"],
  ])("begins anew with a reset where the last event is %s", async (_what, alter) => {
    const { me } = await staff("desk");
    const first = await hear(me);
    const second = await hear(me, server, alter(first.lastEventId));
    await second.until(({ event }) => event === "reset");
    await second.until(aboutVisit(await noteVisit()));
    expect(second.events.filter(({ event }) => event === "reset")).toHaveLength(1);
  });

  it("begins anew where too much happened meanwhile", async () => {
    const { me } = await staff("desk");
    const first = await hear(me);
    first.close();
    await note(Array.from({ length: 1001 }, () => ({ kind: "configuration" as const })));
    const second = await hear(me, server, first.lastEventId);
    await second.until(({ event }) => event === "reset");
    expect(second.events).toHaveLength(1);
  });

  it("is refused where a session holds too many, and not for another session", async () => {
    const { me, user } = await staff("desk");
    const readers = await Promise.all(Array.from({ length: 6 }, () => hear(me)));
    const refused = await me.get(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await hear(await signIn(server, user.loginId))).status).toBe(200);
    readers[0]?.close();
    await eventually(async () => (await hear(me)).status === 200);
  });
});

describe("a live stream and its session", () => {
  it("does not keep the session awake", async () => {
    const { me, user } = await staff("host");
    const before = await server.db("sessions").where({ hostUserId: user.id }).first("activeAt");
    const now = server.now;
    server.now = new Date(now.getTime() + 20 * 60_000);
    const reader = await hear(me);
    await reader.until(aboutVisit(await noteVisit(user.id)));
    expect(await server.db("sessions").where({ hostUserId: user.id }).first("activeAt")).toEqual(before);
    server.now = now;
  });

  it.each<[string, (who: Awaited<ReturnType<typeof staff>>) => Promise<unknown>]>([
    ["sign-out", ({ me }) => me.post("/dash/logout", { body: {} })],
    [
      "resignation",
      ({ user }) => server.db("hostUsers").where({ id: user.id }).update({ status: "resigned" }),
    ],
    [
      "a change of role",
      ({ user }) => server.db("hostUsers").where({ id: user.id }).update({ role: "admin" }),
    ],
    [
      "31 idle minutes",
      ({ user }) =>
        server
          .db("sessions")
          .where({ hostUserId: user.id })
          .update({ activeAt: new Date(server.now.getTime() - 31 * 60_000) }),
    ],
    [
      "twelve hours",
      ({ user }) => server.db("sessions").where({ hostUserId: user.id }).update({ expiresAt: server.now }),
    ],
  ])("ends within five seconds of %s; another's goes on", async (_what, end) => {
    const [who, other] = [await staff("desk"), await staff("desk")];
    const [reader, others] = [await hear(who.me), await hear(other.me)];
    const began = performance.now();
    await end(who);
    await reader.ended;
    expect(performance.now() - began).toBeLessThan(5_000);
    await others.until(aboutVisit(await noteVisit()));
  });

  it("ends when the server stops, which does not wait for it; further ones are refused", async () => {
    const second = await startTestServer({ beside: server });
    const { me } = await staff("desk");
    const reader = await hear(me, second);
    await second.deps.live.close();
    await reader.ended;
    expect((await second.get(path, { headers: { Cookie: me.cookie } })).status).toBe(503);
    await second.close();
  });
});

describe("announcing", () => {
  it("is done for many commits at once, and not for what is taken back", async () => {
    const heard: string[] = [];
    const client = new pg.Client(server.databaseUrl);
    await client.connect();
    client.on("notification", ({ channel }) => heard.push(channel));
    await client.query("LISTEN changes");
    await server.db.transaction(async (trx) => {
      await noteChanges(trx, [{ kind: "configuration" }]);
      await trx.rollback();
    });
    await Promise.all(Array.from({ length: 200 }, () => note([{ kind: "configuration" }])));
    await eventually(() => heard.length > 0);
    await client.end();
    expect(heard.length).toBeLessThan(100);
  });

  it("waits for the outermost transaction", async () => {
    const reader = await hear((await staff("desk")).me);
    const visitId = ++visits;
    await server.db.transaction(async (outer) => {
      await outer.transaction((inner) =>
        noteChanges(inner, [{ kind: "visit", visitId, hostUserId: site.host }]),
      );
      expect(reader.events.some(aboutVisit(visitId))).toBe(false);
    });
    await reader.until(aboutVisit(visitId));
  });

  it("is not needed: what nobody announces is found within seconds", async () => {
    const deaf = await startTestServer({
      beside: server,
      env: { LISTEN_URL: "postgres://nobody@127.0.0.1:1/none" },
    });
    const reader = await hear((await staff("desk")).me, deaf);
    const began = performance.now();
    await reader.until(aboutVisit(await noteVisit()));
    expect(performance.now() - began).toBeLessThan(4_000);
    await deaf.close();
  });
});

describe("a slow reader", () => {
  it("is cut off before what waits for it fills the memory", async () => {
    let stream: LiveStream | undefined;
    const http = createServer((_request, response) => {
      stream = new LiveStream({ sessionId: 1, id: 1, loginId: "slow", role: "desk" }, response, () => {});
      stream.open();
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const socket = openSocket((http.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: slow\r\n\r\n");
    await eventually(() => stream?.isOpen === true);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const text = "9".repeat(50_000);
    let said = 0;
    while (stream?.isOpen && said < 200_000_000) {
      stream.heartbeat(text);
      said += text.length;
      await new Promise(setImmediate);
    }
    expect(stream?.isOpen).toBe(false);
    socket.resume();
    await closed;
    http.close();
  });
});
