/** Lists, ends and limits of sessions (OWASP ASVS 5.0, 7.1.2, 7.4.5, 7.5.2; 안전성 확보조치 기준 제6조). */
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { deviceOf } from "#api/features/sign-in/sessions.ts";
import {
  addStaff,
  cookieOf,
  password,
  type SignedIn,
  signedIn,
  withCookie,
} from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { eventually } from "../../support/events.ts";

const { server, site, crew } = await staffedSite();

const path = "/dash/user/sessions";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

async function signInOn(loginId: string, userAgent = windows): Promise<SignedIn> {
  const headers = { "User-Agent": userAgent };
  const answer = await server.post("/dash/login", { body: { loginId, password }, headers });
  expect(answer.status, answer.text).toBe(200);
  return withCookie(server, cookieOf(answer));
}
const sessionsOf = async (me: SignedIn) => (await me.get(path)).body;
const isSignedIn = async (me: SignedIn) => (await me.get("/dash/user/current")).status === 200;
const end = (me: SignedIn, to = path) => me.send("DELETE", to);
const pass = (minutes: number) => {
  server.now = new Date(server.now.getTime() + minutes * 60_000);
};

describe("own sessions", () => {
  it("list device, address and times, last used first, without tokens", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const one = await signInOn(loginId);
    const since = (await sessionsOf(one))[0].createdAt;
    pass(5);
    const other = await signInOn(loginId, "curl/8");
    const [latest, first] = await sessionsOf(other);
    expect(latest).toMatchObject({ device: "", address: "127.0.0.1", isCurrent: true });
    expect(first).toMatchObject({ device: "Chrome · Windows", isCurrent: false, createdAt: since });
    expect(Object.keys(latest).sort()).toEqual("activeAt address createdAt device id isCurrent".split(" "));
    pass(2);
    await one.get("/dash/user/current");
    const [used] = await sessionsOf(one);
    expect(used).toMatchObject({ isCurrent: true, createdAt: since });
    expect(used.activeAt > latest.activeAt).toBe(true);
  });

  it("can be ended one by one or all at once", async () => {
    const { loginId } = await addStaff(server, site.company, "host");
    const [one, other, third] = [await signInOn(loginId), await signInOn(loginId), await signInOn(loginId)];
    const own = (await sessionsOf(one)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect((await end(other, `${path}/${own.id}`)).status).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
    const ended = await end(other);
    expect(ended.headers.get("Set-Cookie")).toMatch(/=;/);
    expect([await isSignedIn(other), await isSignedIn(third)]).toEqual([false, false]);
    const rows = await server.db("accountLogs").where({ loginId, action: "endSessions" });
    expect(rows.map(({ hostUserId, actorId }) => hostUserId === actorId)).toEqual([true, true]);
  });

  it("can be listed and ended by their owner only", async () => {
    const { loginId } = await addStaff(server, site.company, "host");
    const me = await signInOn(loginId);
    const deskSessions = (await sessionsOf(crew.desk)).map(({ id }: { id: number }) => id);
    expect(await sessionsOf(me)).toHaveLength(1);
    expect((await end(me, `${path}/${deskSessions[0]}`)).status).toBe(404);
    expect(await isSignedIn(crew.desk)).toBe(true);
  });

  it("are limited to ten: the oldest ends", async () => {
    const { loginId } = await addStaff(server, site.company, "host");
    const first = await signInOn(loginId);
    const second = await signInOn(loginId);
    for (let n = 0; n < 8; n++) await signInOn(loginId);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true]);
    await signInOn(loginId);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
    expect(await isSignedIn(crew.host)).toBe(true);
  });

  it("are limited to ten for simultaneous sign-ins", async () => {
    const { id, loginId } = await addStaff(server, site.company, "host");
    for (let n = 0; n < 8; n++) await signInOn(loginId);
    // Five at once would count as guesses.
    await Promise.all(Array.from({ length: 4 }, () => signInOn(loginId)));
    expect(await server.db("sessions").where({ hostUserId: id })).toHaveLength(10);
  });
});

describe("another user's sessions", () => {
  const userOf = (id: number) => server.db("hostUsers").where({ id }).first();
  const pathOf = (id: number) => `/dash/hostusers/${id}/sessions`;

  it("can be listed and ended by administrators, logged and notified", async () => {
    const { id, loginId } = await addStaff(server, site.company, "desk", { cellPhone: "010-0000-4321" });
    const [one, other] = [await signInOn(loginId), await signInOn(loginId)];
    expect((await crew.admin.get(pathOf(id))).body).toMatchObject([
      { device: "Chrome · Windows", isCurrent: false },
      { device: "Chrome · Windows", isCurrent: false },
    ]);
    expect((await crew.admin.send("DELETE", pathOf(id))).status).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, false]);
    expect(await server.db("accountLogs").where({ hostUserId: id })).toMatchObject([
      { action: "endSessions", actorId: crew.admin.id },
    ]);
    const messages = await server.db("messages").where({ toName: (await userOf(id)).name, event: "account" });
    expect(messages.map(({ text }) => text)).toEqual([expect.stringContaining("모든 기기에서 로그아웃")]);
    expect((await crew.admin.send("DELETE", pathOf(2_000_000_000))).status).toBe(404);
  });
});

describe("call whose body arrives after the session ended (7.4.1, 8.3.2)", () => {
  /** Sends headers and half a body. @returns sends the rest and returns the status */
  async function begin({ cookie, id }: { readonly cookie: string; readonly id: number }) {
    const { hostname, port, host } = new URL(server.url);
    const body = JSON.stringify({ maxRequestDays: 3 });
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
    const lines = [
      "PUT /dash/config HTTP/1.1",
      `Host: ${host}`,
      `Origin: ${server.url}`,
      `Cookie: ${cookie}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
    ];
    // Reading the session updates its time.
    pass(2);
    socket.write(`${lines.join("\r\n")}\r\n\r\n${body.slice(0, 5)}`);
    await eventually(async () => {
      const { activeAt } = await server.db("sessions").where({ hostUserId: id }).first();
      return activeAt.getTime() === server.now.getTime();
    });
    return async () => {
      socket.write(body.slice(5));
      await closed;
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
    };
  }
  const days = async () => (await server.db("configuration").first("maxRequestDays")).maxRequestDays;

  it.each<[string, (id: number) => Promise<unknown>]>([
    ["signed out", (id) => crew.admin.send("DELETE", `/dash/hostusers/${id}/sessions`)],
    ["given another role", (id) => crew.admin.put(`/dash/hostusers/${id}/role`, { body: { role: "desk" } })],
    ["resigned by an administrator", (id) => crew.admin.post(`/dash/hostusers/resign/${id}`, { body: {} })],
  ])("is rejected when the user is %s", async (_, end) => {
    const me = await signedIn(server, site.company, "admin");
    const before = await days();
    expect(before).not.toBe(3);
    const finish = await begin(me);
    await end(me.id);
    expect(await finish()).toBe(401);
    expect(await days()).toBe(before);
  });

  it("is processed when the session is valid", async () => {
    const me = await signedIn(server, site.company, "admin");
    const before = await days();
    const finish = await begin(me);
    expect(await finish()).toBe(200);
    expect(await days()).toBe(3);
    await server.db("configuration").update({ maxRequestDays: before });
  });
});

describe("deviceOf", () => {
  it.each([
    [windows, "Chrome · Windows"],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge · Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari · iOS",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 visitor/1.0 Chrome/140 Electron/45.0 Safari/537.36",
      "데스크톱 앱 · Linux",
    ],
    ["curl/8.0", ""],
    ["", ""],
  ])("returns the browser and system of %s", (userAgent, name) => {
    expect(deviceOf(userAgent, "ko")).toBe(name);
  });
});
