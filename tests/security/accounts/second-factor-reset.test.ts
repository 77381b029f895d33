/** Reset of a lost second factor (OWASP ASVS 5.0, 6.3.7, 6.4.3, 6.4.4). */
import { beforeEach, describe, expect, it } from "vitest";
import { recoverAdmin } from "#api/features/host-users/admin-commands.ts";
import { factorSite } from "../../support/console/factor-site.ts";
import { type SignedIn, signIn } from "../../support/console/staff.ts";

const { server, crew, advance, addPerson, logIn, actions, messagesTo, currentUser, addWithFactor } =
  await factorSite();

const before = new Date("2026-01-05T00:00:00Z");

beforeEach(() => advance(60));

describe("second factor reset by an administrator (6.4.4)", () => {
  const reset = (id: number, by: SignedIn = crew.admin) =>
    by.put(`/dash/hostusers/${id}/second-factor`, { body: {} });

  it("of desk users and hosts is immediate, ends sessions, is logged and notified", async () => {
    const { id, me, loginId } = await addWithFactor();
    const answer = await reset(id);
    expect(answer.body, answer.text).toMatchObject({ state: "done", hasSecondFactor: false });
    expect((await currentUser(me)).status).toBe(401);
    expect((await logIn(loginId)).body.loginId).toBe(loginId);
    expect((await actions(id)).at(-1)).toBe("factorReset");
    expect((await messagesTo(loginId)).at(-1)).toContain("초기화했습니다");
  });

  it("of privacy officers and administrators needs a second administrator, and notifies the user", async () => {
    const { id, me, loginId } = await addWithFactor("privacy");
    const settled = { lastSignInAt: before, createdAt: before };
    expect((await reset(id)).status).toBe(405);
    const second = await addPerson("admin", settled);
    const secondAdmin = await signIn(server, second.loginId);
    const answer = await reset(id);
    expect(answer.body, answer.text).toMatchObject({
      state: "confirmation",
      hasSecondFactor: true,
      factorResetRequestedBy: { id: crew.admin.id },
    });
    expect((await messagesTo(loginId)).at(-1)).toContain("초기화가 요청");
    expect((await reset(id)).body.state).toBe("confirmation");
    expect((await currentUser(me)).status).toBe(200);
    // A request for a link does not confirm this one.
    expect((await reset(id, secondAdmin)).body).toMatchObject({ state: "done", hasSecondFactor: false });
    expect((await currentUser(me)).status).toBe(401);
    expect(await actions(id)).toEqual(
      "factorAdd factorRequest factorRequest factorConfirm factorReset".split(" "),
    );
    await server.db("hostUsers").where({ id: second.id }).update({ role: "host" });
  });

  it("is rejected for one's own account and for other roles", async () => {
    expect((await reset(crew.admin.id)).status).toBe(405);
    const { id } = await addWithFactor();
    for (const me of [crew.desk, crew.host, crew.privacy]) expect((await reset(id, me)).status).toBe(403);
    expect((await reset(2_000_000_000)).status).toBe(404);
  });

  it("on the server (npm run admin:invite) also removes the second factor", async () => {
    const { id, loginId } = await addWithFactor("admin");
    expect(await recoverAdmin(server.deps, loginId)).toBeDefined();
    expect(await server.db("totpSecrets").where({ hostUserId: id })).toEqual([]);
    expect(await actions(id)).toEqual(["factorAdd", "reset", "factorReset"]);
  });

  it("is not part of a password reset (6.4.3)", async () => {
    const { id, loginId } = await addWithFactor();
    const { invitation } = (await crew.admin.put(`/dash/hostusers/${id}/reset-password`, { body: {} })).body;
    const newPassword = "another long password";
    const token = new URL(invitation.url).hash.slice(1);
    const body = { token, newPassword, confirmPassword: newPassword };
    expect((await server.post("/dash/invitation", { body })).status).toBe(204);
    const answer = await server.post("/dash/login", { body: { loginId, password: newPassword } });
    expect(answer.body).toEqual({ step: "code", ways: ["app"] });
  });
});
