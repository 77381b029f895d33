/** E-mail to staff by a real mail server (docs/behaviour.md, "E-mail"). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { createMailDriver } from "#api/mail/drivers.ts";
import type { MessageChannel } from "#contract/channel.ts";
import { defaultPreferences } from "#contract/people/preferences.ts";
import type { Message } from "#db/models/message.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Preferences } from "#db/models/people/preferences.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { truncate } from "../../support/database/truncate.ts";
import { acceptingDriver, messageOf, messagesOf, recipientOf } from "../../support/messages.ts";
import { startMailServer } from "../../support/services/mail-server.ts";
import { addHost, koreanApplication } from "../../support/site.ts";

const mailServer = await startMailServer();
const from = "Visitor Desk <visit@example.com>";
const mail = createMailDriver({ url: mailServer.url, from, timeoutMs: 1_000 });
const { server, site, crew } = await staffedSite({ mail, sms: acceptingDriver() });
const settings = { ...server.deps.settings, publicOrigin: "https://visit.example.com" };
const deps = { ...server.deps, settings };
afterAll(() => mailServer.close());

const email = "chulsoo.kim@example.com";
const number = "010-0000-7777";

beforeEach(async () => {
  await truncate(server.db, "messages", "visits");
  await setHost({ cellPhone: number, email });
  await choose("sms");
  mailServer.received.length = 0;
  mailServer.next.length = 0;
});

const setHost = (facts: Partial<HostUser>) =>
  HostUser.query(server.db)
    .findById(site.host)
    .patch({ emailBouncedAt: null, ...facts });

async function choose(messageChannel: MessageChannel, language: "en" | null = null): Promise<void> {
  const chosen = { ...defaultPreferences, messageChannel, language };
  await Preferences.query(server.db)
    .insert({ hostUserId: site.host, ...chosen, updatedAt: server.now })
    .onConflict("hostUserId")
    .merge();
}

async function apply(): Promise<Message[]> {
  const answer = await server.post("/api/request/simple/save/", {
    lang: "ko",
    body: koreanApplication(site),
  });
  expect(answer.status, answer.text).toBe(200);
  const visit = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first();
  return messagesOf(server.db, visit.id);
}

const waysOf = (messages: readonly Message[]) => messages.map((one) => recipientOf(server, one));
const only = async (): Promise<Message> => {
  const [message, ...others] = await apply();
  expect(others).toEqual([]);
  return message as Message;
};
const stateOf = async ({ id }: Message) => messageOf(server.db, id);

describe("messages to a host", () => {
  it.each([
    ["sms", [number]],
    ["email", [email]],
    ["both", [number, email]],
  ] as const)("use the preferred channel %s", async (channel, expected) => {
    await choose(channel);
    expect(waysOf(await apply())).toEqual(expected);
  });

  it.each([
    ["email", { email: "" }, [number]],
    ["sms", { cellPhone: "" }, [email]],
    ["both", { cellPhone: "" }, [email]],
    ["email", { cellPhone: "", email: "" }, []],
  ] as const)("with the channel %s and %j use another channel", async (channel, facts, expected) => {
    await choose(channel);
    await setHost(facts);
    expect(waysOf(await apply())).toEqual(expected);
  });

  it("are in the host's console language and encrypted in the outbox", async () => {
    await choose("email", "en");
    const message = await only();
    expect(message).toMatchObject({ kind: "email", event: "apply", lang: "en", hostUserId: site.host });
    expect(decodedJson(message)).not.toContain("chulsoo");
    expect(await sendDue(deps)).toBe(1);
    expect(await stateOf(message)).toMatchObject({ status: "sent", provider: "smtp", attempts: 1 });
    expect(mailServer.received).toMatchObject([{ from: "visit@example.com", to: [email] }]);
    const raw = mailServer.received[0]?.raw ?? "";
    expect(raw).toContain("Subject: [Gaon Precision] A visit request for you");
    expect(raw.replaceAll("=\r\n", "")).toContain("https://visit.example.com/dash/approvals");
  });
});

describe("e-mail delivery", () => {
  beforeEach(() => choose("email"));

  it("becomes unknown when the server does not respond, and is not retried", async () => {
    const message = await only();
    mailServer.next.push("silence");
    await sendDue(deps);
    expect(await stateOf(message)).toMatchObject({ status: "unknown", error: "noAnswer" });
    server.now = new Date(server.now.getTime() + 3_600_000);
    expect(await sendDue(deps)).toBe(0);
    expect(mailServer.received).toHaveLength(1);
  });

  it("is retried when the server is busy", async () => {
    const message = await only();
    mailServer.next.push({ at: "receiver", code: 451 });
    await sendDue(deps);
    expect(await stateOf(message)).toMatchObject({ status: "queued", attempts: 1 });
    server.now = new Date(server.now.getTime() + 60_000);
    await sendDue(deps);
    expect(await stateOf(message)).toMatchObject({ status: "sent", attempts: 2 });
  });

  it("marks a bounced address and uses the phone number until the address changes", async () => {
    const message = await only();
    mailServer.next.push({ at: "receiver", code: 550 });
    await sendDue(deps);
    expect(await stateOf(message)).toMatchObject({ status: "failed" });
    const path = `/dash/hostusers/${site.host}/profile`;
    expect((await crew.admin.put(path, { body: {} })).body).toMatchObject({ emailBounced: true });
    expect(waysOf(await apply())).toEqual([number]);
    // the same address is no change
    expect((await crew.admin.put(path, { body: { email } })).body.emailBounced).toBe(true);
    const other = "kim@example.com";
    const changed = await crew.admin.put(path, { body: { email: other } });
    expect(changed.body).toMatchObject({ email: other, emailBounced: false });
    expect(waysOf(await apply())).toEqual([other]);
  });

  it("is not sent without a mail server, and shown with a masked address", async () => {
    const message = await only();
    const noDriver = createMailDriver(undefined);
    await sendDue({ ...deps, mail: noDriver });
    expect(await stateOf(message)).toMatchObject({ status: "kept", error: "noMailServer" });
    const { body } = await crew.desk.get(`/dash/sms?ids=${message.id}`);
    expect(body.rows).toMatchObject([
      { kind: "email", status: "kept", to: { kind: "host", cellPhone: "", email: "c***@example.com" } },
    ]);
    expect(JSON.stringify(body)).not.toContain("chulsoo");
  });

  it("is withdrawn when the host resigns", async () => {
    const leaving = await addHost(server.db, site.company, { email: "leaving@example.com" });
    const body = koreanApplication(site, { hostUser: leaving.id });
    await server.post("/api/request/simple/save/", { lang: "ko", body });
    await crew.admin.post(`/dash/hostusers/resign/${leaving.id}`, { body: {} });
    await sendDue(deps);
    expect(mailServer.received).toEqual([]);
  });
});

describe("invitation by e-mail", () => {
  const invite = (ids: readonly number[]) =>
    crew.admin.post("/dash/hostusers/invite", { body: { ids, by: "message" } });

  it("is sent with its link to an account without a number", async () => {
    const { id } = await addHost(server.db, site.company, { email: "new@example.com", cellPhone: "" });
    await answered(invite([id]));
    await sendDue(deps);
    expect(mailServer.received).toMatchObject([{ to: ["new@example.com"] }]);
    const raw = (mailServer.received[0]?.raw ?? "").replaceAll("=\r\n", "");
    expect(raw).toContain(`${server.url}/dash/invitation#`);
    const [message] = await server.db("messages").where({ hostUserId: id });
    expect(message.text).toContain("{link}");
  });

  it("is offered for batch accounts with an address and no number", async () => {
    const row = { name: "새사람", company: site.company };
    const rows = [
      { ...row, loginId: "batch.mail", email: "batch@example.com" },
      { ...row, loginId: "batch.none" },
      { ...row, loginId: "batch.number", cellPhone: "010-0000-9999", email: "both@example.com" },
    ];
    const answer = await answered(crew.admin.post("/dash/hostusers/batch", { body: { rows } }));
    const [byMail, , byNumber] = answer.body.ids;
    expect(answer.body.reachable).toEqual([byMail, byNumber]);
  });

  it("is not sent to administrators in use, because the address may be another person's", async () => {
    const used = {
      email: "used@example.com",
      cellPhone: "",
      role: "admin",
      lastSignInAt: server.now,
    } as const;
    const { id } = await addHost(server.db, site.company, used);
    await invite([id]);
    await sendDue(deps);
    expect(mailServer.received).toEqual([]);
  });
});

it("notices about an account are sent by text message and e-mail", async () => {
  const person = { email: "told@example.com", cellPhone: "010-0000-8888", passwordHash: "x" };
  const { id } = await addHost(server.db, site.company, person);
  await answered(crew.admin.put(`/dash/hostusers/${id}/role`, { body: { role: "desk" } }));
  const messages = await server.db("messages").where({ event: "account" }).orderBy("id");
  expect(waysOf(messages)).toEqual(["010-0000-8888", "told@example.com"]);
});
