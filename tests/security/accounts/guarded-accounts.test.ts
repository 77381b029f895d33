/** No takeover of guarded accounts (OWASP ASVS 5.0, 6.3.7, 6.4.6, 14.2.1; 안전성 확보조치 기준 제5조). */
import { beforeEach, describe, expect, it } from "vitest";
import { recoverAdmin } from "#api/features/host-users/admin-commands.ts";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import type { Role } from "#contract/roles.ts";
import type { Message } from "#db/models/message.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { hostUsersPath, newHostUser } from "../../support/console/host-users.ts";
import { addStaff, type SignedIn, signedIn, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { acceptingDriver, recipientOf } from "../../support/messages.ts";

const sent: Outgoing[] = [];
const { server, site, crew } = await staffedSite({
  sms: acceptingDriver(sent),
  mail: {
    name: "smtp",
    sender: "visit@example.com",
    send: async ({ ref }) => ({ state: "sent", providerMessageId: ref }),
  },
});

const officerNumber = "010-0000-7001";
const attackerNumber = "010-0000-6666";
const before = new Date("2026-01-05T00:00:00Z");
const pass = (hours: number) => {
  server.now = new Date(server.now.getTime() + hours * 3_600_000);
};

const settled = (role: Role, more: Partial<HostUser> = {}) =>
  addStaff(server, site.company, role, {
    cellPhone: officerNumber,
    lastSignInAt: before,
    createdAt: before,
    ...more,
  });
const reset = (id: number, by: SignedIn = crew.admin) =>
  by.put(`${hostUsersPath}/${id}/reset-password`, { body: {} });
const profile = (id: number, body: object) => crew.admin.put(`${hostUsersPath}/${id}/profile`, { body });
const role = (id: number, to: Role, by = crew.admin) =>
  by.put(`${hostUsersPath}/${id}/role`, { body: { role: to } });
const stored = (id: number) => server.db("hostUsers").where({ id }).first();
const actions = async (hostUserId: number) =>
  server.db("accountLogs").where({ hostUserId }).orderBy("id").select("action", "actorId", "address");
const accept = (token: string, newPassword = "chosen by the officer") =>
  server.post("/dash/invitation", { body: { token, newPassword, confirmPassword: newPassword } });
async function deliver() {
  sent.length = 0;
  await sendDue(server.deps);
  return sent.map(({ to, event, text }) => ({ to, event, text }));
}
const tokenIn = (text = "") => /\/dash\/invitation#([\w-]{43})(\s|$)/.exec(text)?.[1] ?? "";
const tokenOf = (url: string) => url.split("#")[1] ?? "";

beforeEach(async () => {
  await deliver();
  // The crew's administrator is the only one.
  await server
    .db("hostUsers")
    .where({ role: "admin" })
    .whereNot({ id: crew.admin.id })
    .update({ role: "host" });
});

describe("password reset of privacy officers and administrators (ASVS 6.4.6)", () => {
  it.each(["privacy", "admin"] as const)("of %s sends the link to the user only", async (kind) => {
    const officer = await settled(kind);
    const answer = await answered(reset(officer.id));
    expect(answer.body.invitation).toEqual({ delivery: "message", url: null, expiresAt: null });
    expect(answer.text).not.toContain("invitation#");
    const messages = await deliver();
    expect(messages.map(({ to, event }) => [to, event])).toEqual([
      [officerNumber, "account"],
      [officerNumber, "invitation"],
    ]);
    expect((await accept(tokenIn(messages[1]?.text))).status).toBe(204);
    await signIn(server, officer.loginId, "chosen by the officer");
    expect(await actions(officer.id)).toEqual([
      { action: "reset", actorId: crew.admin.id, address: null },
      { action: "accept", actorId: officer.id, address: "127.0.0.1" },
    ]);
  });

  it("keeps the link out of stored texts, the list of messages and the log", async () => {
    const officer = await settled("privacy");
    await reset(officer.id);
    const token = tokenIn((await deliver())[1]?.text);
    expect(token).toHaveLength(43);
    const rows = await server.db("messages").where({ hostUserId: officer.id });
    expect(JSON.stringify(rows)).not.toContain(token);
    const list = await crew.admin.get("/dash/sms?event=invitation");
    expect(list.text).not.toContain(token);
    expect(list.body.rows[0]).toMatchObject({ event: "invitation", actions: [] });
    expect(list.body.rows[0].text).toContain("(링크는 표시하지 않음)");
    expect(JSON.stringify(server.log)).not.toContain(token);
  });

  it("sends no link to a number changed within three days, and notifies the former number", async () => {
    const officer = await settled("privacy");
    expect((await profile(officer.id, { cellPhone: attackerNumber })).status).toBe(200);
    expect((await deliver()).map(({ to, event }) => [to, event]).sort()).toEqual([
      [attackerNumber, "account"],
      [officerNumber, "account"],
    ]);
    expect((await answered(reset(officer.id), 405)).text).toContain("npm run admin:invite");
    expect((await stored(officer.id)).passwordHash).not.toBeNull();
    // A number changed back still counts as changed.
    await profile(officer.id, { cellPhone: officerNumber });
    await profile(officer.id, { cellPhone: attackerNumber });
    expect((await reset(officer.id)).status).toBe(405);
    expect((await deliver()).filter(({ event }) => event === "invitation")).toEqual([]);
    pass(73);
    expect((await reset(officer.id)).body.invitation.delivery).toBe("message");
  });

  it("without a number needs a second administrator, who sees the link", async () => {
    const officer = await settled("privacy", { cellPhone: "" });
    const second = await signedIn(server, site.company, "admin");
    const answer = await reset(officer.id);
    expect(answer.body).toMatchObject({
      hasPassword: true,
      linkRequestedBy: { id: crew.admin.id },
      invitation: { delivery: "confirmation", url: null },
    });
    expect((await reset(officer.id)).body.invitation.delivery).toBe("confirmation");
    await signIn(server, officer.loginId);
    const confirmed = await reset(officer.id, second);
    expect(confirmed.body).toMatchObject({ hasPassword: false, linkRequestedBy: null });
    expect((await accept(tokenOf(confirmed.body.invitation.url))).status).toBe(204);
    expect((await actions(officer.id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["request", crew.admin.id],
      ["request", crew.admin.id],
      ["confirm", second.id],
      ["reset", second.id],
      ["accept", officer.id],
    ]);
  });

  it("cannot be confirmed by an administrator whom the first one created", async () => {
    const officer = await settled("privacy", { cellPhone: "" });
    await signedIn(server, site.company, "admin");
    const puppet = await signedIn(server, site.company, "host");
    await role(puppet.id, "admin");
    const link = await recoverAdmin(server.deps, puppet.loginId);
    await accept(link?.token ?? "", "chosen for a puppet");
    const made = { ...puppet, ...(await signIn(server, puppet.loginId, "chosen for a puppet")) };
    await reset(officer.id);
    expect((await reset(officer.id, made)).status).toBe(405);
    expect((await reset(officer.id)).body.invitation.delivery).toBe("confirmation");
  });

  it("request expires after three days", async () => {
    const officer = await settled("privacy", { cellPhone: "" });
    const second = await addStaff(server, site.company, "admin");
    await reset(officer.id);
    pass(73);
    expect((await reset(officer.id, await signIn(server, second.loginId))).body.invitation.delivery).toBe(
      "confirmation",
    );
  });

  it("returns links for hosts and desk users", async () => {
    for (const kind of ["host", "desk"] as const) {
      const person = await settled(kind);
      const { invitation } = (await reset(person.id)).body;
      expect((await accept(tokenOf(invitation.url))).status).toBe(204);
    }
  });
});

describe("becoming privacy officer or administrator", () => {
  it("ends a password and link that an administrator may know", async () => {
    const { body: added } = await crew.admin.post(hostUsersPath, {
      body: newHostUser(site, { loginId: "kim", role: "host", cellPhone: officerNumber }),
    });
    await accept(tokenOf(added.invitation.url), "known to the administrator");
    const promoted = await role(added.id, "privacy");
    expect(promoted.body).toMatchObject({ hasPassword: false, invitation: { url: null } });
    await expect(signIn(server, "kim", "known to the administrator")).rejects.toThrow("400");

    const { body: unused } = await crew.admin.post(hostUsersPath, {
      body: newHostUser(site, { loginId: "lee", role: "host" }),
    });
    await role(unused.id, "privacy");
    expect((await accept(tokenOf(unused.invitation.url))).status).toBe(400);
  });

  it("is rejected for one's own account", async () => {
    const me = await signedIn(server, site.company, "admin");
    expect((await answered(role(me.id, "privacy", me), 405)).text).toContain("다른 관리자에게");
    expect((await stored(me.id)).role).toBe("admin");
    expect((await role(me.id, "privacy")).body.role).toBe("privacy");
  });

  it("notifies the user and all existing officers", async () => {
    const officer = await settled("privacy");
    const host = await settled("host", { cellPhone: "010-0000-7002", name: "새담당" });
    await role(host.id, "privacy");
    const delivered = await deliver();
    expect(delivered.filter(({ to }) => to === "010-0000-7002").map(({ event }) => event)).toEqual([
      "account",
      "invitation",
    ]);
    expect(delivered.find(({ to }) => to === officer.cellPhone)?.text).toContain("새담당 님이 관리자 또는");
  });

  it("sends one notice to each officer for a batch", async () => {
    const officer = await settled("privacy", { cellPhone: "010-0000-7099" });
    await deliver();
    const added = (n: number, kind: Role) => ({
      loginId: `many.${n}`,
      name: `새사람${n}`,
      company: site.company,
      role: kind,
      cellPhone: attackerNumber,
    });
    const rows = [added(1, "host"), added(2, "privacy"), added(3, "admin")];
    expect((await crew.admin.post(`${hostUsersPath}/batch`, { body: { rows } })).status).toBe(200);
    const delivered = (await deliver()).filter(({ to }) => to === officer.cellPhone);
    expect(delivered.map(({ event, text }) => [event, text])).toEqual([
      ["account", expect.stringContaining("새사람2 외 1명 님이 관리자 또는")],
    ]);
    expect(
      (await crew.admin.post(`${hostUsersPath}/batch`, { body: { rows: [added(4, "host")] } })).status,
    ).toBe(200);
    expect(await deliver()).toEqual([]);
  });

  it("gives administrators no link for new, reinstated and batch accounts", async () => {
    const body = newHostUser(site, { loginId: "park", role: "privacy", cellPhone: officerNumber });
    const { body: added } = await crew.admin.post(hostUsersPath, { body });
    expect(added.invitation).toMatchObject({ delivery: "message", url: null });
    const host = await addStaff(server, site.company, "host", { passwordHash: null });
    const many = await crew.admin.post(`${hostUsersPath}/invite`, { body: { ids: [added.id, host.id] } });
    expect(many.body).toMatchObject([
      { id: added.id, delivery: "message", url: null },
      { id: host.id, delivery: "link", url: expect.stringContaining("#") },
    ]);
    await crew.admin.post(`${hostUsersPath}/resign/${added.id}`, { body: {} });
    const joined = await crew.admin.post(`${hostUsersPath}/join/${added.id}`, { body: {} });
    expect(joined.body.invitation).toMatchObject({ delivery: "message", url: null });
    // The invitation before the resignation is not sent.
    const messages = (await deliver()).filter(({ event }) => event === "invitation");
    expect(messages).toHaveLength(1);
    expect((await accept(tokenIn(messages[0]?.text))).status).toBe(204);
  });
});

describe("message with a link", () => {
  it("is not sent to a user who has a password or resigned meanwhile", async () => {
    const officer = await settled("privacy");
    await reset(officer.id);
    await server.db("hostUsers").where({ id: officer.id }).update({ passwordHash: crew.admin.cookie });
    expect((await deliver()).map(({ event }) => event)).toEqual(["account"]);
    expect(await server.db("invitations").where({ hostUserId: officer.id })).toEqual([]);
    const [row] = await server.db("messages").where({ hostUserId: officer.id });
    expect(row).toMatchObject({ status: "failed", error: "invitationOver" });
    expect((await crew.desk.post(`/dash/sms/${row.id}/retry`, { body: {} })).status).toBe(405);
  });

  it("is replaced by a link on the server when no provider is configured", async () => {
    const outbox = await startOwnServer({ sameDatabaseAs: server });
    const officer = await settled("privacy");
    const headers = { Cookie: crew.admin.cookie };
    const path = `${hostUsersPath}/${officer.id}/reset-password`;
    const answer = await outbox.send("PUT", path, { body: {}, headers });
    expect(answer.status).toBe(405);
    const link = await recoverAdmin(server.deps, officer.loginId);
    expect((await accept(link?.token ?? "")).status).toBe(204);
    expect(await actions(officer.id)).toMatchObject([
      { action: "reset", actorId: officer.id },
      { action: "accept", actorId: officer.id },
    ]);
  });
});

describe("notices to the user (ASVS 6.3.7)", () => {
  it("report a reset, another role and another number, for every role", async () => {
    const desk = await settled("desk", { cellPhone: "010-0000-7003" });
    await reset(desk.id);
    await role(desk.id, "host");
    await profile(desk.id, { cellPhone: "010-0000-7004", position: "책임" });
    await profile(desk.id, { position: "선임" });
    const delivered = (await deliver()).filter(({ to }) => to.startsWith("010-0000-700"));
    expect(delivered.map(({ to, text }) => [to, /초기화|권한|휴대전화/.exec(text)?.[0]])).toEqual([
      ["010-0000-7003", "초기화"],
      ["010-0000-7003", "권한"],
      ["010-0000-7004", "휴대전화"],
      ["010-0000-7003", "휴대전화"],
    ]);
    expect((await actions(desk.id)).map(({ action }) => action)).toEqual(["reset", "role", "number"]);
  });

  it("report another e-mail address to the number and both addresses", async () => {
    const cellPhone = "010-0000-7005";
    const desk = await settled("desk", { cellPhone, email: "before@example.com" });
    await truncate(server.db, "messages");
    expect((await profile(desk.id, { email: "after@example.com" })).status).toBe(200);
    const messages: Message[] = await server.db("messages").orderBy("id");
    expect(messages.map((one) => [recipientOf(server, one), one.kind === "email"]).sort()).toEqual([
      [cellPhone, false],
      ["after@example.com", true],
      ["before@example.com", true],
    ]);
    for (const { text } of messages) expect(text).toContain("이메일 주소가 변경되었습니다");
    expect(await actions(desk.id)).toMatchObject([{ action: "email", actorId: crew.admin.id }]);
    await profile(desk.id, { position: "선임" });
    expect(await actions(desk.id)).toHaveLength(1);
  });

  it("report a changed number and address to all four destinations", async () => {
    const desk = await settled("desk", { cellPhone: "010-0000-7006", email: "one@example.com" });
    await truncate(server.db, "messages");
    await profile(desk.id, { cellPhone: "010-0000-7007", email: "two@example.com" });
    const messages: Message[] = await server.db("messages").orderBy("id");
    const all = ["010-0000-7006", "010-0000-7007", "one@example.com", "two@example.com"];
    expect(messages.map((one) => recipientOf(server, one)).sort()).toEqual([...all, ...all].sort());
    expect((await actions(desk.id)).map(({ action }) => action)).toEqual(["number", "email"]);
  });
});
