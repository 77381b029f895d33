/** Roles by group of the company's provider (OWASP ASVS 5.0, 8.2.1), and roles without passwords (6.3.4). */
import { beforeEach, describe, expect, it } from "vitest";
import { watchEvents } from "#api/features/events/alerts.ts";
import { recoverAdmin } from "#api/features/host-users/admin-commands.ts";
import { Browser } from "../../support/accounts/company-provider.ts";
import { companySite } from "../../support/accounts/company-site.ts";
import { answered } from "../../support/api.ts";
import { addStaff, password, withCookie } from "../../support/console/staff.ts";
import { truncate } from "../../support/database/truncate.ts";

const { provider, server, site, crew, strict, newcomer, whoIs, accountOf, lastEvent, problemOf } =
  await companySite();

beforeEach(() => provider.setSilent(false));

describe("roles by group (8.2.1)", () => {
  it("are updated at the next sign-in, which ends other sessions and the password", async () => {
    const person = newcomer(["chiefs"]);
    const first = new Browser();
    await first.signIn(server);
    expect((await whoIs(first)).role).toBe("admin");
    provider.setPerson({ ...person, groups: ["staff"] });
    const second = new Browser();
    await second.signIn(server);
    expect((await whoIs(second)).role).toBe("host");
    expect((await withCookie(server, first.cookiesOf(server)).get("/dash/user/current")).status).toBe(401);
    const { id } = await accountOf(person.preferred_username);
    const roles = await server.db("accountLogs").where({ hostUserId: id, action: "role" }).orderBy("id");
    expect(roles).toMatchObject([{ fromRole: "admin", toRole: "host" }]);
  });

  it("never demote the last administrator; this is logged and reported once a day", async () => {
    const { db } = server;
    const person = newcomer(["chiefs"]);
    await new Browser().signIn(server);
    const { id, name } = await accountOf(person.preferred_username);
    const others = await db("hostUsers")
      .where({ role: "admin" })
      .whereNot({ id })
      .select("id", "passwordHash");
    const setOthers = (change: (admin: { id: number; passwordHash: string }) => object) =>
      Promise.all(others.map((admin) => db("hostUsers").where({ id: admin.id }).update(change(admin))));
    const logRows = () => db("accountLogs").where({ hostUserId: id, action: "roleKept" });
    await setOthers(() => ({ passwordHash: null }));
    await db("hostUsers").where({ id }).update({ cellPhone: "010-0000-8801" });
    await db("companyIdentities")
      .whereIn(
        "hostUserId",
        others.map((admin) => admin.id),
      )
      .delete();
    await truncate(db, "messages");
    try {
      provider.setPerson({ ...person, groups: ["staff"] });
      for (let n = 0; n < 2; n++) {
        const browser = new Browser();
        await browser.signIn(server);
        expect((await whoIs(browser)).role).toBe("admin");
      }
      // a user without groups is rejected and keeps the role
      provider.setPerson({ ...person, groups: ["gone"] });
      expect(problemOf(await new Browser().signIn(server))).toBe("noRole");
      expect((await accountOf(person.preferred_username)).role).toBe("admin");
      expect(await logRows()).toMatchObject([{ fromRole: "admin", toRole: "host" }]);
      await watchEvents(server.deps);
      await watchEvents(server.deps);
      expect(await db("events").where({ kind: "alert", detail: "lastAdmin" })).toMatchObject([
        { subjectId: id },
      ]);
      const log = await crew.desk.get(`/dash/hostusers/${id}/logs`);
      expect(log.text).toContain("roleKept");
      const messages: { text: string }[] = await db("messages");
      expect(messages.map(({ text }) => text)).toEqual([
        expect.stringContaining(`${name} 님은 로그인할 수 있는 마지막 관리자`),
      ]);
    } finally {
      await setOthers(({ passwordHash }) => ({ passwordHash }));
    }
    provider.setPerson({ ...person, groups: ["staff"] });
    await new Browser().signIn(server);
    expect((await accountOf(person.preferred_username)).role).toBe("host");
  });

  it("reject a user without a group, and end the user's sessions", async () => {
    const person = newcomer(["desk-team"]);
    const browser = new Browser();
    await browser.signIn(server);
    provider.setPerson({ ...person, groups: ["gone"] });
    expect(problemOf(await new Browser().signIn(server))).toBe("noRole");
    expect((await withCookie(server, browser.cookiesOf(server)).get("/dash/user/current")).status).toBe(401);
    const account = await accountOf(person.preferred_username);
    expect(account.role).toBe("host");
    expect(await lastEvent({ kind: "signInFailed" })).toMatchObject({ subjectId: account.id });
  });

  it("reject a resigned user", async () => {
    const person = newcomer();
    await new Browser().signIn(server);
    const { id } = await accountOf(person.preferred_username);
    expect((await crew.admin.post(`/dash/hostusers/resign/${id}`, { body: {} })).status).toBe(200);
    expect(problemOf(await new Browser().signIn(server))).toBe("noAccount");
  });

  it("remove the password of a user who becomes privacy officer", async () => {
    const person = newcomer();
    await new Browser().signIn(server);
    const { id } = await accountOf(person.preferred_username);
    const known = await server.db("hostUsers").where({ id: crew.host.id }).first();
    await server.db("hostUsers").where({ id }).update({ passwordHash: known.passwordHash });
    provider.setPerson({ ...person, groups: ["officers"] });
    await new Browser().signIn(server);
    expect(await accountOf(person.preferred_username)).toMatchObject({ role: "privacy", passwordHash: null });
  });
});

describe("passwords with company sign-in (6.3.4)", () => {
  const logIn = (loginId: string, secret = password) =>
    strict.post("/dash/login", { body: { loginId, password: secret } });

  it("are disabled for the configured roles only", async () => {
    const desk = await addStaff(server, site.company, "desk");
    const answer = await logIn(desk.loginId);
    expect(answer.status).toBe(400);
    expect(answer.body._).toContain("회사 계정으로 로그인");
    expect(await lastEvent({ kind: "signInFailed" })).toMatchObject({
      subjectId: desk.id,
      detail: "password",
    });
    expect((await logIn((await addStaff(server, site.company, "host")).loginId)).status).toBe(200);
    // A wrong password gets the usual error.
    expect((await logIn(desk.loginId, "x")).body._).not.toContain("회사");
  });

  it("work after admin:invite until the next company sign-in", async () => {
    const admin = await addStaff(server, site.company, "admin");
    expect((await logIn(admin.loginId)).status).toBe(400);
    const invitation = await recoverAdmin(strict.deps, admin.loginId);
    const phrase = "quite another phrase 7";
    const body = { token: invitation?.token, newPassword: phrase, confirmPassword: phrase };
    await answered(strict.post("/dash/invitation", { body }), 204);
    await answered(logIn(admin.loginId, phrase));
    const { sub: subject } = newcomer();
    const linked = { hostUserId: admin.id, loginName: "", name: "", seenAt: server.now };
    await server.db("companyIdentities").insert({ issuer: provider.issuer, subject, ...linked });
    expect(await new Browser().signIn(strict)).toBe("/dash/");
    await answered(logIn(admin.loginId, phrase), 400);
  });
});
