/** Brute force without locking out others (OWASP ASVS 5.0, 6.1.1, 6.3.1; 안전성 확보조치 기준 제5조 제6항). */
import { TOTP } from "otpauth";
import { afterAll, describe, expect, it } from "vitest";
import { lookAlike } from "../../support/accounts/look-alike.ts";
import { type Answer, answered, startOwnServer, startTestServer } from "../../support/api.ts";
import { addStaff, cookieOf, password } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const limits = { signIn: 10, signInLogin: 100 };
const { server, site, crew } = await staffedSite();
/** A server with production limits behind a proxy, so that addresses can vary. */
const proxied = await startTestServer({
  sameDatabaseAs: server,
  limits,
  env: { TRUSTED_PROXIES: "loopback" },
});
afterAll(() => proxied.close());

let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;
const logIn = (loginId: string, secret: string, address: string, cookie = "", at = proxied) =>
  at.post("/dash/login", {
    body: { loginId, password: secret },
    headers: { "X-Forwarded-For": address, Cookie: cookie },
  });
/** A cookie other than the session's. */
const keptOf = (answer: Answer, name: string): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(";", 1)[0] ?? "";
const deviceOf = (answer: Answer) => keptOf(answer, "visitor_device");
const sessionOf = (answer: Answer) => keptOf(answer, "visitor_session");
const guess = async (loginId: string, address: string, count: number, cookie = "", at = proxied) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++)
    statuses.push((await logIn(loginId, `wrong ${n}`, address, cookie, at)).status);
  return statuses;
};

describe("ten wrong passwords from one address", () => {
  it("delay sign-in from that address only", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const attacker = newAddress();
    expect(await guess(loginId, attacker, 10)).toEqual([...Array(5).fill(400), ...Array(5).fill(429)]);
    expect((await logIn(loginId, password, attacker)).status).toBe(429);
    expect((await logIn(loginId, password, newAddress())).status).toBe(200);
    // A sign-in clears wrong passwords of its own address only.
    expect((await logIn(loginId, password, attacker)).status).toBe(429);
  });

  it("do not lock out a known device at the same address", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const office = newAddress();
    const device = deviceOf(await logIn(loginId, password, office));
    await guess(loginId, office, 10);
    expect((await logIn(loginId, password, office)).status).toBe(429);
    expect((await logIn(loginId, password, office, device)).status).toBe(200);
  });
});

describe("wrong passwords from many addresses", () => {
  it("lock the login id for unknown devices after 100 in an hour", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const device = deviceOf(await logIn(loginId, password, newAddress()));
    for (let n = 0; n < 33; n++) await guess(loginId, newAddress(), 3);
    expect((await logIn(loginId, password, newAddress())).status).toBe(429);
    expect((await logIn(loginId, password, newAddress(), device)).status).toBe(200);
    const unlock = `/dash/hostusers/${(await server.db("hostUsers").where({ loginId }).first("id")).id}/unlock`;
    expect((await crew.admin.put(unlock, { body: {} })).status).toBe(200);
    expect((await logIn(loginId, password, newAddress())).status).toBe(200);
  });
});

it.each(["known", "unknown"])("an %s login id counts in every notation (6.3.1, 6.3.8)", async (whose) => {
  const isKnown = whose === "known";
  const name = isKnown ? "min-staff" : "min-unknown";
  if (isKnown) await addStaff(server, site.company, "desk", { loginId: `i${name}` });
  // U+0130 is lowercased to i by the database, and to two characters by JavaScript.
  const spelled = [
    `i${name}`,
    lookAlike(`i${name}`),
    `\u0130${name}`,
    `\u0130${name.replace("i", "\u0130")}`,
  ];
  const strict = await startOwnServer({
    sameDatabaseAs: server,
    limits: { ...limits, signInLogin: 12 },
    env: { TRUSTED_PROXIES: "loopback" },
  });
  for (let n = 0; n < 12; n++) await guess(spelled[n % spelled.length] ?? "", newAddress(), 1, "", strict);
  for (const one of spelled)
    expect((await logIn(one, password, newAddress(), "", strict)).status, one).toBe(429);
});

describe("known device", () => {
  it("is recognized by an HttpOnly cookie that starts no session", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const answer = await logIn(loginId, password, newAddress());
    const setCookie =
      answer.headers.getSetCookie().find((cookie) => cookie.startsWith("visitor_device=")) ?? "";
    expect(setCookie.toLowerCase()).toMatch(/; httponly/);
    expect(setCookie.toLowerCase()).toMatch(/samesite=lax/);
    expect(Date.parse(/expires=([^;]+)/i.exec(setCookie)?.[1] ?? "")).toBeGreaterThan(
      Date.now() + 170 * 86_400_000,
    );
    await answered(proxied.get("/dash/user/current", { headers: { Cookie: deviceOf(answer) } }), 401);
    expect((await logIn(loginId, password, newAddress())).headers.getSetCookie()).toHaveLength(2);
    expect((await logIn(loginId, "wrong", newAddress())).headers.getSetCookie()).toEqual([]);
  });

  it("belongs to one user, counts its own wrong passwords, and cannot be forged", async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const other = await addStaff(server, site.company, "desk");
    const device = deviceOf(await logIn(loginId, password, newAddress()));
    expect(await guess(loginId, newAddress(), 6, device)).toEqual([...Array(5).fill(400), 429]);
    expect((await logIn(loginId, password, newAddress())).status).toBe(200);
    const attacker = newAddress();
    expect(await guess(other.loginId, attacker, 4, device)).toEqual(Array(4).fill(400));
    expect(await guess(other.loginId, attacker, 2)).toEqual([400, 429]);
    const madeUp = device.replace(/=\d+/, `=${other.id}`);
    expect(await guess(other.loginId, attacker, 1, madeUp)).toEqual([429]);
  });
});

it("unlocking clears wrong passwords, codes and changes for every address and device", async () => {
  const { id, loginId } = await addStaff(server, site.company, "desk");
  const secret = "JBSWY3DPEHPK3PXP";
  const times = { createdAt: server.now, confirmedAt: server.now };
  const encrypted = server.cipher.encryptSecret(secret, `totp:${id}`);
  await server.db("totpSecrets").insert({ hostUserId: id, ...encrypted, ...times });
  const right = new TOTP({ secret }).generate({ timestamp: server.now.getTime() });
  const code = (typed: string, address: string, cookie: string) =>
    proxied.post("/dash/login/code", {
      body: { code: typed, remember: false },
      headers: { "X-Forwarded-For": address, Cookie: cookie },
    });
  const unlock = async () =>
    expect((await crew.admin.put(`/dash/hostusers/${id}/unlock`, { body: {} })).status).toBe(200);
  const address = newAddress();
  const pending = cookieOf(await logIn(loginId, password, address));

  await guess(loginId, address, 6);
  for (let n = 0; n < 6; n++) await code("000000", address, pending);
  for (let n = 0; n < 33; n++) {
    const elsewhere = newAddress();
    for (let tries = 0; tries < 3; tries++) await code("000000", elsewhere, pending);
  }
  expect((await logIn(loginId, password, address)).status).toBe(429);
  for (const from of [address, newAddress()]) expect((await code(right, from, pending)).status).toBe(429);
  await unlock();
  expect((await logIn(loginId, password, address)).body.step).toBe("code");
  const entered = await answered(code(right, address, pending));

  const device = deviceOf(entered);
  await guess(loginId, address, 6, device);
  const change = (currentPassword: string) =>
    proxied.send("PUT", "/dash/hostusers/password", {
      body: { currentPassword, newPassword: "another password", confirmPassword: "another password" },
      headers: { Cookie: sessionOf(entered), "X-Forwarded-For": address },
    });
  for (let n = 0; n < 6; n++) await change("wrong");
  expect((await logIn(loginId, password, address, device)).status).toBe(429);
  expect((await change(password)).status).toBe(429);
  await unlock();
  expect((await logIn(loginId, password, address, device)).status).toBe(200);
  expect((await change(password)).status).toBe(204);
});

it("password changes are counted separately from sign-in", async () => {
  /** A signed-in user with a device, and a call that changes the password. */
  const atWork = async () => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const address = newAddress();
    const entered = await logIn(loginId, password, address);
    const change = (currentPassword: string) =>
      proxied.send("PUT", "/dash/hostusers/password", {
        body: { currentPassword, newPassword: "another password", confirmPassword: "another password" },
        headers: { Cookie: cookieOf(entered), "X-Forwarded-For": address },
      });
    return { loginId, address, device: deviceOf(entered), change };
  };
  const one = await atWork();
  for (let n = 0; n < 5; n++) expect((await one.change("wrong")).status).toBe(400);
  expect((await one.change("wrong")).status).toBe(429);
  expect((await logIn(one.loginId, password, one.address)).status).toBe(200);
  expect((await logIn(one.loginId, password, one.address, one.device)).status).toBe(200);

  const other = await atWork();
  for (const device of ["", other.device]) await guess(other.loginId, other.address, 6, device);
  expect((await logIn(other.loginId, password, other.address, other.device)).status).toBe(429);
  expect((await other.change(password)).status).toBe(204);
});
