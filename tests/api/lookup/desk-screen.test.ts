/** The console's screen locked for a visitor (docs/behaviour.md, "Agreeing at the desk"): attacks, and unlocking. */
import { afterAll, describe, expect, it } from "vitest";
import { endpoints } from "#api/routes.ts";
import { companySite } from "../../support/accounts/company-site.ts";
import { answered, startTestServer } from "../../support/api.ts";
import { signedIn, signIn, withCookie } from "../../support/console/staff.ts";
import { readLive } from "../../support/events.ts";
import { linkIsOver, linkSite } from "../../support/visits/visit-links.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, call, look, linked, consent } = await linkSite();

type Desk = Pick<Awaited<ReturnType<typeof signedIn>>, "get" | "post">;

const add = () => addVisit(server, site, { statusCode: "approved", origin: "console" });

async function handOver(desk: Desk, visitId: number): Promise<string> {
  const body = { screen: true };
  const made = await answered(desk.post(`/dash/visits/${visitId}/desk-link`, { body }));
  return new URL(made.body.url).hash.slice(1);
}

async function handedOver() {
  const visit = await add();
  const desk = await signedIn(server, site.company, "desk");
  return { visit, desk, token: await handOver(desk, visit.id) };
}

const agree = ({ post }: Pick<Desk, "post">, token: string, more: object = {}) =>
  post("/api/visit-link/agree", { body: { token, ...consent, ...more } });

const isIn = async ({ get }: Pick<Desk, "get">) => (await get("/dash/user/current")).status;

describe("session that is locked for a visitor", () => {
  it("gets 401 from every console endpoint", async () => {
    const { desk, visit } = await handedOver();
    const staff = endpoints.filter(({ permission }) => permission !== "public");
    expect(staff.length).toBeGreaterThan(100);
    for (const { method, path } of staff) {
      const at = path.replace(/:(id|visitID)\b/g, String(visit.id)).replace(/:\w+/g, "1");
      const { status } = await desk.send(method, at, method === "GET" ? {} : { body: {} });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });

  it("cannot make another desk link or sign out", async () => {
    const { desk, visit } = await handedOver();
    expect((await desk.post(`/dash/visits/${visit.id}/desk-link`, { body: {} })).status).toBe(401);
    expect((await desk.post("/dash/logout", { body: {} })).status).toBe(401);
    expect(await isIn(desk)).toBe(401);
  });

  it("can open the visitor's page and no other visit", async () => {
    const other = await add();
    const { visit, desk, token } = await handedOver();
    const looked = await desk.post("/api/visit-link/look", { body: { token } });
    expect(looked.body).toMatchObject({ reserveNo: visit.reserveNo, desk: { seconds: 600 } });
    expect(looked.text).not.toContain(other.reserveNo);
  });

  it("is needed to agree: other browsers and sessions get 405", async () => {
    const { visit, desk, token } = await handedOver();
    const other = await handedOver();
    for (const answer of [await call("agree", { token, ...consent }), await agree(other.desk, token)])
      expect([answer.status, answer.text]).toEqual([405, expect.stringContaining("대신 동의할 수 없습니다")]);
    expect(await server.db("visitConsents").where({ visitId: visit.id })).toEqual([]);
    expect((await agree(desk, token)).status).toBe(200);
  });

  it("ends its open live stream", async () => {
    const shortScreen = await startTestServer({
      sameDatabaseAs: server,
      liveIntervals: { poll: 50, heartbeat: 1000 },
    });
    afterAll(() => shortScreen.close());
    const visit = await add();
    const desk = await signedIn(server, site.company, "desk");
    const stream = await readLive(shortScreen, desk.cookie);
    await handOver(desk, visit.id);
    await stream.ended;
  });

  it("is replaced when the user signs in again; other sessions continue", async () => {
    const { desk, token } = await handedOver();
    const elsewhere = await signIn(server, desk.loginId);
    expect(await isIn(elsewhere)).toBe(200);
    const sessions = () => server.db("sessions").where({ hostUserId: desk.id });
    expect(await sessions()).toHaveLength(2);
    await answered(desk.post("/dash/login", { body: { loginId: desk.loginId, password: "wrong" } }), 400);
    expect(await isIn(desk)).toBe(401);
    const again = await desk.post("/dash/login", {
      body: { loginId: desk.loginId, password: "correct horse battery" },
    });
    expect(again.status).toBe(200);
    // the old session and its link are invalid
    expect((await look(token)).body).toEqual(linkIsOver);
    expect(await isIn(desk)).toBe(401);
    expect(await sessions()).toHaveLength(2);
  });
});

describe("session locked for a visitor is unlocked", () => {
  it("by the consent, even after the idle time", async () => {
    const { desk, token } = await handedOver();
    const before = server.now;
    server.now = new Date(before.getTime() + 599_000);
    expect((await agree(desk, token)).status).toBe(200);
    expect(await isIn(desk)).toBe(200);
    const [session] = await server.db("sessions").where({ hostUserId: desk.id });
    expect(session).toMatchObject({ deskLink: null, activeAt: server.now });
    server.now = before;
  });

  it("when the visitor agrees by their own link meanwhile", async () => {
    const { visit, token: own } = await linked();
    const desk = await signedIn(server, site.company, "desk");
    const token = await handOver(desk, visit.id);
    expect((await call("agree", { token: own, ...consent })).status).toBe(200);
    expect(await isIn(desk)).toBe(200);
    expect((await look(token)).body).toEqual(linkIsOver);
  });

  it("neither by a rejected consent, nor after expiry, nor with another link", async () => {
    const { desk, visit, token } = await handedOver();
    expect((await agree(desk, token, { privacy: false })).status).toBe(400);
    const colleague = await signedIn(server, site.company, "desk");
    const later = await colleague.post(`/dash/visits/${visit.id}/desk-link`, { body: {} });
    expect((await call("agree", { token, ...consent })).status).toBe(400);
    const other = await handedOver();
    expect((await agree(other.desk, other.token)).status).toBe(200);
    expect((await call("agree", { token: new URL(later.body.url).hash.slice(1), ...consent })).status).toBe(
      200,
    );
    expect([await isIn(desk), await isIn(other.desk)]).toEqual([401, 200]);

    const late = await handedOver();
    const before = server.now;
    server.now = new Date(before.getTime() + 600_000);
    expect((await agree(late.desk, late.token)).status).toBe(400);
    expect(await isIn(late.desk)).toBe(401);
    server.now = before;
    expect(await isIn(withCookie(server, late.desk.cookie))).toBe(401);
  });
});

it("POST /dash/visits/:id/desk-link does not lock the screen of users who sign in by company account, but returns a QR code", async () => {
  const { server: other, site: place, crew } = await companySite();
  const visit = await addVisit(other, place, { statusCode: "approved", origin: "console" });
  const path = `/dash/visits/${visit.id}/desk-link`;
  expect((await answered(crew.desk.post(path, { body: { screen: true } }), 405)).text).toContain("QR");
  expect(await isIn(crew.desk)).toBe(200);
  expect((await crew.desk.post(path, { body: {} })).status).toBe(200);
});
