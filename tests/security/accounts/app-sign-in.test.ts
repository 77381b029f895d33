/** Sign-in of the desktop app by browser (OWASP ASVS 5.0, 6.5.1, 6.5.5, 7.2.4, 10.2.1). */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { endSessions } from "#api/auth/sessions.ts";
import { type Answer, answered, startTestServer } from "../../support/api.ts";
import { addStaff, cookieOf, signedIn, signIn, withCookie } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";

const { server, site, crew } = await staffedSite();
const other = await startTestServer({ sameDatabaseAs: server });
afterAll(() => other.close());

function appSecret() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** A user signed in by browser for the app. */
async function handedOver() {
  const { id, loginId } = await addStaff(server, site.company, "desk");
  const browser = await signIn(server, loginId);
  const { verifier, challenge } = appSecret();
  const answer = await answered(browser.post("/dash/user/app-code", { body: { challenge } }));
  return { id, loginId, browser, verifier, code: answer.body.code as string };
}

const enter = (body: object, at = server) => at.post("/dash/login/app", { body });
const isRefused = (answer: Answer) =>
  expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([400, ["_"]]);

describe("app sign-in by browser", () => {
  it("moves the session from the browser to the app", async () => {
    const { id, loginId, browser, verifier, code } = await handedOver();
    expect((await browser.get("/dash/user/current")).status).toBe(401);
    const entered = await enter({ code, verifier }, other);
    expect(entered.body, entered.text).toMatchObject({ id, loginId });
    const app = withCookie(server, cookieOf(entered));
    expect((await app.get("/dash/user/current")).body.loginId).toBe(loginId);
    expect(await server.db("sessions").where({ hostUserId: id })).toHaveLength(1);
    const events = await server.db("events").where({ hostUserId: id, kind: "signIn" });
    expect(events).toHaveLength(2);
  });

  it("accepts a code once over all processes (6.5.1)", async () => {
    const { verifier, code } = await handedOver();
    const answers = await Promise.all([enter({ code, verifier }), enter({ code, verifier }, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    isRefused(await enter({ code, verifier }));
  });

  it("accepts the code only with the app's verifier, and a wrong one uses it up (10.2.1)", async () => {
    const { id, verifier, code } = await handedOver();
    isRefused(await enter({ code, verifier: appSecret().verifier }));
    isRefused(await enter({ code, verifier }));
    const failed = await server.db("events").where({ kind: "signInFailed" }).orderBy("id", "desc").first();
    expect(failed).toMatchObject({ subjectId: null });
    expect(await server.db("events").where({ kind: "signInFailed", subjectId: id })).toHaveLength(1);
  });

  it("accepts the code for a minute (6.5.5)", async () => {
    const { verifier, code } = await handedOver();
    const { now } = server;
    server.now = new Date(now.getTime() + 61_000);
    isRefused(await enter({ code, verifier }));
    server.now = now;
  });

  it("rejects the code after a resignation or password reset", async () => {
    const { id, verifier, code } = await handedOver();
    await crew.admin.post(`/dash/hostusers/resign/${id}`, { body: {} });
    isRefused(await enter({ code, verifier }));
    const reset = await handedOver();
    await crew.admin.put(`/dash/hostusers/${reset.id}/reset-password`, { body: {} });
    isRefused(await enter({ code: reset.code, verifier: reset.verifier }));
  });

  it("keeps the expiry of the original session (7.3.2)", async () => {
    const { id, verifier, code } = await handedOver();
    const { now } = server;
    const left = new Date(now.getTime() + 20_000);
    await server.db("appCodes").where({ hostUserId: id }).update({ sessionExpiresAt: left });
    const app = withCookie(server, cookieOf(await enter({ code, verifier })));
    const next = appSecret();
    const again = await app.post("/dash/user/app-code", { body: { challenge: next.challenge } });
    const entered = await answered(enter({ code: again.body.code, verifier: next.verifier }));
    expect(await server.db("sessions").where({ hostUserId: id })).toMatchObject([{ expiresAt: left }]);
    server.now = new Date(left.getTime() + 1000);
    expect((await withCookie(server, cookieOf(entered)).get("/dash/user/current")).status).toBe(401);
    server.now = now;
    // An expired original session is rejected within the minute.
    const late = await handedOver();
    await server.db("appCodes").where({ hostUserId: late.id }).update({ sessionExpiresAt: now });
    isRefused(await enter({ code: late.code, verifier: late.verifier }));
  });

  it("rejects the code when sessions are ended simultaneously (7.4.3)", async () => {
    const { id, verifier, code } = await handedOver();
    const reset = await server.db.transaction();
    await reset("hostUsers").where({ id }).forNoKeyUpdate().select("id");
    const entering = enter({ code, verifier });
    await waitUntilBlocked(server.db);
    await endSessions(reset, id);
    await reset.commit();
    isRefused(await entering);
    expect(await server.db("sessions").where({ hostUserId: id })).toEqual([]);
  });

  it("creates no code without a session or with an invalid challenge", async () => {
    const { challenge } = appSecret();
    expect((await server.post("/dash/user/app-code", { body: { challenge } })).status).toBe(401);
    const me = await signedIn(server, site.company, "desk");
    const answer = await me.post("/dash/user/app-code", { body: { challenge: "short" } });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["challenge"]]);
    expect((await me.get("/dash/user/current")).status).toBe(200);
  });
});
