/** Invitations of several users by message and on paper. */
import { beforeEach, describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { acceptingDriver } from "../../support/messages.ts";
import { addHost } from "../../support/site.ts";

const sent: Outgoing[] = [];
const { server, site, crew } = await staffedSite({ sms: acceptingDriver(sent) });
const path = "/dash/hostusers/invite";

const add = (more: Partial<HostUser> = {}) => addHost(server.db, site.company, { name: "새직원", ...more });
const withNumber = (n: number, more: Partial<HostUser> = {}) =>
  add({ cellPhone: `010-0000-70${String(n).padStart(2, "0")}`, ...more });
const invite = (ids: readonly number[], by?: string, user = crew.admin) =>
  user.post(path, { body: { ids, ...(by !== undefined && { by }) } });
const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);
const logOf = async (hostUserId: number) =>
  (await server.db("accountLogs").where({ hostUserId }).orderBy("id")).map(({ action, actorId }) => [
    action,
    actorId,
  ]);
const messagesTo = (hostUserId: number) =>
  server.db("messages").where({ hostUserId }).orderBy("id").select("status", "event", "text");
async function deliver() {
  sent.length = 0;
  await sendDue(server.deps);
  return sent.map(({ to, text }) => ({ to, token: /#([\w-]{43})/.exec(text)?.[1] ?? "" }));
}
const accept = (token: string) =>
  server.post("/dash/invitation", {
    body: { token, newPassword: "chosen by me", confirmPassword: "chosen by me" },
  });

beforeEach(async () => {
  await deliver();
});

describe("POST /dash/hostusers/invite by message", () => {
  it("rejects the call when an account cannot be invited, names all such accounts, and sends no message", async () => {
    const { id } = await withNumber(2);
    expect((await answered(invite([id], "pigeon"), 400)).body).toEqual({ by: "올바른 값이 아닙니다." });
    const mixed = await answered(invite([id, site.resigned, crew.desk.id, 2_000_000_000], "message"), 400);
    expect(Object.keys(mixed.body)).toEqual(["ids.1", "ids.2", "ids.3"]);
    expect(await messagesTo(id)).toEqual([]);
  });

  it("sends messages to accounts with a number and skips the others", async () => {
    const [one, none, two] = [await withNumber(3), await add(), await withNumber(4)];
    const answer = await answered(invite([one.id, none.id, two.id], "message"));
    expect(answer.body).toMatchObject([
      { id: one.id, delivery: "message", url: null, expiresAt: null },
      { id: two.id, delivery: "message", url: null, expiresAt: null },
    ]);
    expect(await logOf(one.id)).toEqual([["invite", crew.admin.id]]);
    expect(await logOf(none.id)).toEqual([]);
    expect(await messagesTo(one.id)).toMatchObject([
      { status: "queued", event: "invitation", text: expect.stringContaining("{link}") },
    ]);
    const delivered = await deliver();
    expect(delivered.map(({ to }) => to)).toEqual(["010-0000-7003", "010-0000-7004"]);
    expect((await accept(delivered[0]?.token ?? "")).status).toBe(204);
    expect((await accept(delivered[0]?.token ?? "")).status).toBe(400);
    expect(await server.db("invitations").where({ hostUserId: none.id })).toEqual([]);
  });

  it("invalidates an earlier link, and sends one message when called twice", async () => {
    const { id } = await withNumber(5);
    const [link] = (await invite([id])).body;
    for (let n = 0; n < 2; n++) expect(idsOf(await invite([id], "message"))).toEqual([id]);
    expect((await messagesTo(id)).map(({ status }) => status)).toEqual(["withdrawn", "queued"]);
    expect((await accept(link.url.split("#")[1])).status).toBe(400);
    expect(await deliver()).toHaveLength(1);
  });

  it("sends to privacy officers only at a number that was not just changed", async () => {
    const before = new Date(server.now.getTime() - 90 * 86_400_000);
    const fresh = await withNumber(6, { role: "privacy" });
    const changed = await withNumber(7, { role: "privacy", lastSignInAt: before });
    await crew.admin.put(`/dash/hostusers/${changed.id}/profile`, { body: { cellPhone: "010-0000-6666" } });
    await deliver();
    expect(idsOf(await invite([fresh.id, changed.id], "message"))).toEqual([fresh.id]);
    expect((await deliver()).map(({ to }) => to)).toEqual(["010-0000-7006"]);
  });
});

describe("POST /dash/hostusers/invite on paper", () => {
  it("returns links that work once, and logs the printing", async () => {
    const [one, two] = [await add(), await withNumber(10)];
    const answer = await invite([one.id, two.id], "paper");
    expect(answer.body).toMatchObject([
      { id: one.id, delivery: "link", url: expect.stringMatching(/\/dash\/invitation#[\w-]{43}$/) },
      { id: two.id, delivery: "link", expiresAt: expect.any(String) },
    ]);
    expect(await logOf(one.id)).toEqual([["print", crew.admin.id]]);
    expect(await messagesTo(two.id)).toEqual([]);
    const token = answer.body[0].url.split("#")[1];
    expect((await accept(token)).status).toBe(204);
    expect((await accept(token)).status).toBe(400);
    const log = await crew.admin.get(`/dash/hostusers/${one.id}/logs`);
    expect(log.body.map(({ action }: { action: string }) => action)).toEqual(["print", "accept"]);
  });

  it("invalidates the links of an earlier sheet when printed again", async () => {
    const { id } = await add();
    const [first] = (await invite([id], "paper")).body;
    const [second] = (await invite([id], "paper")).body;
    expect((await accept(first.url.split("#")[1])).status).toBe(400);
    expect((await accept(second.url.split("#")[1])).status).toBe(204);
  });

  it("withdraws a queued invitation message", async () => {
    const { id } = await withNumber(13);
    await invite([id], "message");
    const [slip] = (await invite([id], "paper")).body;
    expect(await deliver()).toEqual([]);
    expect(await messagesTo(id)).toMatchObject([{ status: "withdrawn" }]);
    expect((await accept(slip.url.split("#")[1])).status).toBe(204);
  });

  it("returns no link for an administrator or privacy officer", async () => {
    const officer = await withNumber(11, { role: "privacy" });
    const answer = await invite([officer.id], "paper");
    expect(answer.body).toMatchObject([{ delivery: "message", url: null }]);
    expect(await logOf(officer.id)).toEqual([["invite", crew.admin.id]]);
  });
});

describe("POST /dash/hostusers/batch", () => {
  it("reports which accounts can be invited by message", async () => {
    const row = (n: number, more: object = {}) => ({
      loginId: `ways.${n}`,
      name: "새직원",
      company: site.company,
      ...more,
    });
    const rows = [row(1), row(2, { cellPhone: "010-0000-7012" }), row(3, { cellPhone: "" })];
    const { body } = await crew.admin.post("/dash/hostusers/batch", { body: { rows } });
    expect(body.ids).toHaveLength(3);
    expect(body.reachable).toEqual([body.ids[1]]);
  });
});
