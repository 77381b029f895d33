/** Data for unknown callers, cleared browser data (OWASP ASVS 5.0, 2.4.1, 15.3.1, 14.3.1). */
import { describe, expect, it } from "vitest";
import { createVisitLink } from "#api/auth/visit-link-tokens.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { signedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addHost, koreanApplication } from "../../support/site.ts";
import { applicationPath } from "../../support/visitor/applications.ts";
import { linkTo } from "../../support/visits/visit-links.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const path = "/.well-known/security.txt";

describe("security.txt", () => {
  it("contains contact and expiry", async () => {
    const env = {
      SECURITY_CONTACT: "mailto:security@example.com",
      PUBLIC_ORIGIN: "https://visit.example.com",
    };
    const named = await startOwnServer({ sameDatabaseAs: server, env });
    const answer = await named.get(path);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(answer.text.split("\n")).toEqual([
      "Contact: mailto:security@example.com",
      "Expires: 2026-09-06T01:00:00Z",
      "Preferred-Languages: ko, en",
      `Canonical: https://visit.example.com${path}`,
      "",
    ]);
  });

  it("returns 404 without a contact", async () => {
    expect((await server.get(path)).status).toBe(404);
  });
});

describe("public host search", () => {
  const find = async (text: string) =>
    (await server.get(`/visitor/findHostUsers?s=${encodeURIComponent(text)}&company=${site.company}`)).body;

  it("finds no host by initial consonants, unlike the staff's search", async () => {
    for (const text of ["ㄱㅊ", "ㄱㅊㅅ", "김ㅊ", "ㄱㅊ수", "김 ㅊ"])
      expect(await find(text), text).toEqual([]);
    for (const text of ["김철", "김철ㅅ", "김처"]) expect(await find(text), text).toHaveLength(2);
    const path = `/dash/hostusers/select-options?name=${encodeURIComponent("ㄱㅊㅅ")}`;
    expect((await crew.desk.get(path)).body.length).toBeGreaterThanOrEqual(2);
  });

  it("excludes hosts who opted out, also by id in a request; staff find them", async () => {
    const { id } = await addHost(server.db, site.company, { name: "남궁비밀" });
    const request = (hostUser = id) =>
      server.post(applicationPath, { body: koreanApplication(site, { hostUser }) });
    const profile = `/dash/hostusers/${id}/profile`;
    expect(await find("남궁비밀")).toHaveLength(1);
    expect((await request()).status).toBe(200);

    const off = await crew.admin.put(profile, { body: { inPublicSearch: false } });
    expect([off.status, off.body.inPublicSearch]).toEqual([200, false]);
    expect(await find("남궁비밀")).toEqual([]);
    const unknown = await request(987_654);
    expect(await request()).toMatchObject({ status: 400, body: unknown.body });
    expect(Object.keys(unknown.body)).toEqual(["hostUser"]);
    const options = `/dash/hostusers/select-options?name=${encodeURIComponent("남궁비밀")}`;
    expect((await crew.desk.get(options)).body).toMatchObject([{ id }]);
    expect((await crew.admin.get(`/dash/hostusers?id=${id}`)).body.rows).toMatchObject([
      { inPublicSearch: false },
    ]);

    expect((await crew.desk.put(profile, { body: { inPublicSearch: true } })).status).toBe(403);
    expect((await crew.admin.put(profile, { body: { inPublicSearch: null } })).status).toBe(400);
    await crew.admin.put(profile, { body: { inPublicSearch: true } });
    expect(await find("남궁비밀")).toHaveLength(1);
  });

  it("excludes administrators unless they choose to be found", async () => {
    const body = { loginId: "hidden.admin", name: "독고관리", company: site.company, role: "admin" };
    expect((await crew.admin.post("/dash/hostusers", { body })).body).toMatchObject({
      inPublicSearch: false,
    });
    expect(await find("독고관리")).toEqual([]);
  });

  it("can be left and joined by the user, logged", async () => {
    const me = await signedIn(server, site.company, "host", { name: "선우자신" });
    const set = (inPublicSearch: unknown) => me.put("/dash/user/public-search", { body: { inPublicSearch } });
    expect((await me.get("/dash/user/current")).body.inPublicSearch).toBe(true);
    expect((await set(false)).body).toMatchObject({ id: me.id, inPublicSearch: false });
    expect((await me.get("/dash/user/current")).body.inPublicSearch).toBe(false);
    expect(await find("선우자신")).toEqual([]);
    expect(
      await server.db("events").where({ kind: "change", hostUserId: me.id }).orderBy("id", "desc").first(),
    ).toMatchObject({
      subject: "host_users",
      subjectId: me.id,
      call: "PUT /dash/user/public-search",
      before: { in_public_search: true },
      after: { in_public_search: false },
    });
    await set(true);
    expect(await find("선우자신")).toHaveLength(1);
    expect((await set(undefined)).body).toHaveProperty("inPublicSearch");
  });

  it("is limited by visitor, independent of others at the address", async () => {
    const strict = await startOwnServer({
      sameDatabaseAs: server,
      limits: { hostSearchVisitor: 3, hostSearch: 5 },
    });
    await server.db("rateLimits").delete();
    const by = async (browser: string) =>
      (await strict.get("/visitor/findHostUsers?s=ab", { headers: { "User-Agent": browser } })).status;
    const loop: number[] = [];
    for (let n = 0; n < 20; n++) loop.push(await by("loop/1"));
    expect(loop).toEqual([200, 200, 200, ...Array(17).fill(429)]);
    expect([await by("telephone/1"), await by("telephone/2"), await by("telephone/3")]).toEqual([
      200, 200, 429,
    ]);
    const stored = JSON.stringify(await server.db("rateLimits").whereLike("key", "hostSearchVisitor:%"));
    expect(stored).toContain("hostSearchVisitor:");
    expect(stored).not.toMatch(/loop|telephone|127\.0\.0\.1/);
  });
});

describe("visit link", () => {
  const cellphone = "010-1234-5678";
  const complete = (token: string, body: object) =>
    server.post("/api/visit-link/complete", { body: { token, ...body } });
  const filled = { cellphone: "이미 입력된 항목입니다. 바꾸려면 안내데스크에 문의해 주세요." };

  it("does not reveal whether a number is the masked one (14.2.6)", async () => {
    const token = await linkTo(server, await addVisit(server, site, { cellphone }));
    for (const typed of ["010-1299-5678", cellphone, "01012345678", "010-1200-5678"]) {
      expect((await answered(complete(token, { cellphone: typed }), 400)).body).toEqual(filled);
    }
  });

  it("accepts the number just entered again, for an hour", async () => {
    const visit = await addVisit(server, site, { email: "jane@example.com" });
    const link = await createVisitLink(server.deps, {
      visitId: visit.id,
      origin: "https://visit.example.com",
      to: "jane@example.com",
    });
    const token = String(link?.split("#")[1]);
    for (let n = 0; n < 2; n++) expect((await complete(token, { cellphone })).status).toBe(200);
    expect((await complete(token, { cellphone: "010-1299-5678" })).body).toEqual(filled);
    const { now } = server;
    server.now = new Date(now.getTime() + 3_600_000);
    expect((await complete(token, { cellphone })).body).toEqual(filled);
    server.now = now;
  });
});

it.each([
  ["POST", "/dash/logout"],
  ["DELETE", "/dash/user/sessions"],
] as const)("signing out clears the cache, not the device: %s %s", async (method, path) => {
  const me = await signedIn(server, site.company, "desk");
  const answer = await answered(me.send(method, path), 204);
  expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split("=", 1)[0])).toEqual(["visitor_session"]);
});
