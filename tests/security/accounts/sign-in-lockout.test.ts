/**
 * Guessing at a password is slow, and keeps nobody else out (OWASP ASVS 5.0, 6.3.1 and 6.1.1: brute force is limited
 * without malicious lockout; 개인정보의 안전성 확보조치 기준 제5조 제6항: access is restricted after failed sign-ins).
 */
import { afterAll, describe, expect, it } from "vitest";
import { type Answer, startTestServer } from "../../support/api.ts";
import { addStaff, password, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const limits = { signIn: 10, signInLogin: 100 };
const { server, site, crew } = await staffedSite();
/** The same site with the limits of a real one, behind a proxy, so that calls come from different addresses. */
const proxied = await startTestServer({
  beside: server as never,
  limits,
  env: { TRUSTED_PROXIES: "loopback" },
});
afterAll(() => proxied.close());

let addresses = 0;
/** Nobody called from there before. */
const somewhere = () => `192.0.2.${++addresses}`;
const logIn = (loginId: string, secret: string, address: string, cookie = "") =>
  proxied.post("/dash/login", {
    body: { loginId, password: secret },
    headers: { "X-Forwarded-For": address, Cookie: cookie },
  });
/** What a browser keeps of an answer beside the session. */
const deviceOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("visitor_device="))
    ?.split(";", 1)[0] ?? "";
const guess = async (loginId: string, address: string, count: number, cookie = "") => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await logIn(loginId, `wrong ${n}`, address, cookie)).status);
  return statuses;
};

describe("ten wrong sign-ins from one address", () => {
  it("slow that address down, and nobody else", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const stranger = somewhere();
    expect(await guess(loginId, stranger, 10)).toEqual([...Array(5).fill(400), ...Array(5).fill(429)]);
    expect((await logIn(loginId, password, stranger)).status).toBe(429);
    expect((await logIn(loginId, password, somewhere())).status).toBe(200);
    // Who signed in clears their own wrong tries, not the stranger's.
    expect((await logIn(loginId, password, stranger)).status).toBe(429);
  });

  it("do not keep out a colleague at the same address on a device that is known", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const office = somewhere();
    const device = deviceOf(await logIn(loginId, password, office));
    await guess(loginId, office, 10);
    expect((await logIn(loginId, password, office)).status).toBe(429);
    expect((await logIn(loginId, password, office, device)).status).toBe(200);
  });
});

describe("wrong sign-ins from many addresses", () => {
  it("end at a hundred an hour, for devices that are not known", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const device = deviceOf(await logIn(loginId, password, somewhere()));
    for (let n = 0; n < 33; n++) await guess(loginId, somewhere(), 3);
    expect((await logIn(loginId, password, somewhere())).status).toBe(429);
    expect((await logIn(loginId, password, somewhere(), device)).status).toBe(200);
    const unlock = `/dash/hostusers/${(await server.db("hostUsers").where({ loginId }).first("id")).id}/unlock`;
    expect((await crew.admin.put(unlock, { body: {} })).status).toBe(200);
    expect((await logIn(loginId, password, somewhere())).status).toBe(200);
  });
});

it("another spelling of a login id is no other one: what the database folds counts together (6.3.1)", async () => {
  const loginId = "imin-staff";
  await addStaff(server, site.company, "desk", { loginId });
  // U+0130, whose small letter the database has as i, and JavaScript as two characters.
  const spelled = [loginId, "IMIN-staff", "\u0130min-staff", "im\u0130n-staff", "\u0130m\u0130n-staff"];
  for (let n = 0; n < 100; n++) await guess(spelled[n % spelled.length] ?? "", somewhere(), 1);
  for (const one of spelled) expect((await logIn(one, password, somewhere())).status, one).toBe(429);
});

describe("a device that is known", () => {
  it("is told by an httpOnly cookie that lasts and lets nobody in", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const answer = await logIn(loginId, password, somewhere());
    const written =
      answer.headers.getSetCookie().find((cookie) => cookie.startsWith("visitor_device=")) ?? "";
    expect(written.toLowerCase()).toMatch(/; httponly/);
    expect(written.toLowerCase()).toMatch(/samesite=lax/);
    expect(Date.parse(/expires=([^;]+)/i.exec(written)?.[1] ?? "")).toBeGreaterThan(
      Date.now() + 170 * 86_400_000,
    );
    const asked = await proxied.get("/dash/user/current", { headers: { Cookie: deviceOf(answer) } });
    expect(asked.status).toBe(401);
    expect((await logIn(loginId, password, somewhere())).headers.getSetCookie()).toHaveLength(2);
    expect((await logIn(loginId, "wrong", somewhere())).headers.getSetCookie()).toEqual([]);
  });

  it("is its person's, counts its own wrong tries, and cannot be made up", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const other = await addStaff(server, site.company, "desk");
    const device = deviceOf(await logIn(loginId, password, somewhere()));
    expect(await guess(loginId, somewhere(), 6, device)).toEqual([...Array(5).fill(400), 429]);
    expect((await logIn(loginId, password, somewhere())).status).toBe(200);
    const stranger = somewhere();
    expect(await guess(other.loginId, stranger, 4, device)).toEqual(Array(4).fill(400));
    expect(await guess(other.loginId, stranger, 2)).toEqual([400, 429]);
    const madeUp = device.replace(/=\d+/, `=${other.id}`);
    expect(await guess(other.loginId, stranger, 1, madeUp)).toEqual([429]);
  });
});

it("a change of the password counts apart from signing in", async () => {
  const { loginId } = await addStaff(server, site.company, "desk");
  const me = await signIn(server, loginId);
  const body = {
    currentPassword: "wrong",
    newPassword: "another password",
    confirmPassword: "another password",
  };
  for (let n = 0; n < 5; n++) expect((await me.put("/dash/hostusers/password", { body })).status).toBe(400);
  expect((await me.put("/dash/hostusers/password", { body })).status).toBe(429);
  const address = somewhere();
  expect((await logIn(loginId, password, address)).status).toBe(200);
  await guess(loginId, address, 6);
  const colleague = await addStaff(server, site.company, "desk");
  const theirs = await signIn(server, colleague.loginId);
  await guess(colleague.loginId, somewhere(), 6);
  const right = { ...body, currentPassword: password };
  expect((await theirs.put("/dash/hostusers/password", { body: right })).status).toBe(204);
});
