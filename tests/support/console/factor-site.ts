/** Users with a second factor, and their sign-in calls. */
import { TOTP } from "otpauth";
import { afterAll, expect } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { type Answer, startTestServer } from "../api.ts";
import { addStaff, password, type SignedIn, signIn } from "./staff.ts";
import { staffedSite } from "./staffed-site.ts";

const factorPath = "/dash/user/second-factor";
const before = new Date("2026-01-05T00:00:00Z");
const cellPhone = "010-0000-7100";

/** A site with staff and two server processes. Await it at the top of a file, for all of its tests. */
export async function factorSite() {
  const { server, site, crew } = await staffedSite({ env: { TRUSTED_PROXIES: "loopback" } });
  /** Another process on the same database. */
  const other = await startTestServer({ sameDatabaseAs: server });
  afterAll(() => other.close());

  /** Advances the clock of both processes. */
  const advance = (seconds: number) => {
    server.now = new Date(server.now.getTime() + seconds * 1000);
    other.now = server.now;
  };
  const addPerson = (role: Role = "desk", more: Partial<HostUser> = {}) =>
    addStaff(server, site.company, role, {
      cellPhone,
      lastSignInAt: before,
      createdAt: before,
      ...more,
    });
  const codeOf = (secret: string, at = server.now) =>
    new TOTP({ secret: secret.replaceAll(" ", "") }).generate({ timestamp: at.getTime() });
  /** The cookies of an answer, as a browser sends them back. */
  const cookiesOf = (answer: Answer) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0] ?? "")
      .join("; ");
  const logIn = (loginId: string, cookie = "", headers: Record<string, string> = {}, at = server) =>
    at.post("/dash/login", { body: { loginId, password }, headers: { Cookie: cookie, ...headers } });
  const sendCode = (cookie: string, code: string, remember = false, at = server) =>
    at.post("/dash/login/code", { body: { code, remember }, headers: { Cookie: cookie } });
  const actions = async (hostUserId: number): Promise<string[]> =>
    server.db("accountLogs").where({ hostUserId }).orderBy("id").pluck("action");
  const messagesTo = async (loginId: string): Promise<string[]> => {
    const { name } = await server.db("hostUsers").where({ loginId }).first();
    return server.db("messages").where({ toName: name, event: "account" }).orderBy("id").pluck("text");
  };
  const currentUser = (me: SignedIn) => me.get("/dash/user/current");

  /** Sets up a second factor. @returns the secret and the recovery codes */
  async function setUp(me: SignedIn): Promise<{ secret: string; codes: string[] }> {
    const begun = await me.post(factorPath, { body: { currentPassword: password } });
    expect(begun.status, begun.text).toBe(200);
    const { secret } = begun.body;
    const confirmed = await me.post(`${factorPath}/confirm`, { body: { code: codeOf(secret) } });
    expect(confirmed.status, confirmed.text).toBe(200);
    return { secret, codes: confirmed.body.recoveryCodes };
  }

  /** Adds a user with a second factor, and advances the clock to the next code. */
  async function addWithFactor(role: Role = "desk") {
    const user = await addPerson(role);
    const me = await signIn(server, user.loginId);
    const factor = await setUp(me);
    advance(30);
    return { ...factor, user, me, loginId: user.loginId, id: user.id };
  }

  return {
    server,
    other,
    site,
    crew,
    factorPath,
    advance,
    addPerson,
    codeOf,
    cookiesOf,
    logIn,
    sendCode,
    actions,
    messagesTo,
    currentUser,
    setUp,
    addWithFactor,
  };
}
