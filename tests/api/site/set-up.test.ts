/** Set-up list and first messages of a site with one channel (docs/behaviour.md, "Set-up list", "Messages"). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { MessageStatus } from "#contract/messages/sms.ts";
import type { SetUpAnswer, SetUpStep } from "#contract/site/set-up.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { type AddedMessage, addMessage } from "../../support/messages.ts";
import { partOf, startMailServer } from "../../support/services/mail-server.ts";
import { solapiKey, startSolapi } from "../../support/services/provider.ts";
import { koreanApplication } from "../../support/site.ts";

const mailServer = await startMailServer();
const provider = await startSolapi();
afterAll(() => Promise.all([mailServer.close(), provider.close()]));

const key = `k:${Buffer.alloc(32, 1).toString("base64")}`;
const ownData = {
  DATABASE_URL: "postgres://visitor@127.0.0.1/visitor",
  DATABASE_TLS: "off",
  DATA_KEYS: key,
  HASH_KEYS: key,
};
const mailed = await staffedSite({
  env: { ...ownData, SMTP_URL: mailServer.url, MAIL_FROM: "Visits <visit@example.com>" },
});
const texted = await staffedSite({
  env: {
    ...ownData,
    SMS_DRIVER: "solapi",
    SMS_FROM: "0212345678",
    SMS_URL: provider.url,
    SOLAPI_API_KEY: solapiKey.apiKey,
    SOLAPI_API_SECRET: solapiKey.apiSecret,
  },
  limits: { testMessages: 5 },
});
const unconfigured = await staffedSite({ env: ownData });
type Site = typeof mailed;

const contact = { cellPhone: "010-0000-7777", email: "host@example.com" };

beforeEach(async () => {
  mailServer.received.length = 0;
  provider.accepted.length = 0;
  for (const { server } of [mailed, texted, unconfigured]) {
    await server.db("hostUsers").update({ ...contact, emailBouncedAt: null });
    await server.db("messages").delete();
  }
});

const listOf = async ({ crew }: Site): Promise<SetUpAnswer> => (await crew.admin.get("/dash/setup")).body;
const stepOf = async (at: Site, key: SetUpStep["key"]) =>
  (await listOf(at)).steps.find((step) => step.key === key);
const test = async ({ crew }: Site) =>
  (await crew.admin.post("/dash/setup/test-messages", { lang: "en", body: {} })).body;

/** Applies, approves and sends all messages. @returns kind, event, status and error of each */
async function firstVisit({ server, site, crew }: Site) {
  const request = { lang: "ko", body: koreanApplication(site) } as const;
  const { reserveNo } = (await server.post("/api/request/simple/save/", request)).body;
  const { id } = await server.db("visits").where({ reserveNo }).first();
  expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
  await sendDue(server.deps);
  const rows = await server.db("messages").where({ visitId: id }).orderBy("id");
  return rows.map(({ kind, event, status, error }) => [kind, event, status, error]);
}

describe("first messages of a site with one channel", () => {
  it("are e-mails to hosts, and the visitor's message has the reason why it was not sent", async () => {
    expect(await firstVisit(mailed)).toEqual([
      ["email", "apply", "sent", ""],
      ["lms", "approve", "kept", "noSmsProvider"],
    ]);
    expect(mailServer.received.map(({ to }) => to)).toEqual([[contact.email]]);
    const { body } = await mailed.crew.desk.get("/dash/sms?status=kept", { lang: "en" });
    expect(body.rows).toMatchObject([{ error: expect.stringContaining("SMS_DRIVER") }]);
    expect(await stepOf(mailed, "messages")).toMatchObject({ done: false, needed: false, count: 1 });
  });

  it("are text messages when those are configured", async () => {
    const sent = await firstVisit(texted);
    const expected = ["apply", "approve"].map((event) => [false, event, "sent"]);
    expect(sent.map(([kind, event, status]) => [kind === "email", event, status])).toEqual(expected);
    expect(await stepOf(texted, "messages")).toMatchObject({ done: true, needed: true });
    expect(provider.accepted.map(({ to }) => to)).toContain("01000007777");
  });
});

describe("POST /dash/setup/test-messages", () => {
  it("sends to the administrator's own address or number", async () => {
    expect(await test(mailed)).toEqual([
      { channel: "sms", outcome: "noDriver", to: "", error: "" },
      { channel: "email", outcome: "sent", to: "h***@example.com", error: "" },
    ]);
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual([contact.email]);
    expect(mail && partOf(mail, "text/plain")).toContain("This is a test.");
    expect(await test(texted)).toMatchObject([
      { channel: "sms", outcome: "sent" },
      { channel: "email", outcome: "noDriver" },
    ]);
    expect(provider.accepted.map(({ to }) => to)).toEqual(["01000007777"]);
    expect(await mailed.server.db("messages")).toEqual([]);
  });

  it("returns the outcome", async () => {
    mailServer.next.push({ at: "from", code: 550 });
    expect((await test(mailed))[1]).toMatchObject({
      outcome: "failed",
      error: expect.stringContaining("no such user"),
    });
    provider.next.push({ status: 503 });
    expect((await test(texted))[0]).toMatchObject({ outcome: "failed", error: "HTTP 503" });
    await mailed.server.db("hostUsers").update({ email: "" });
    expect((await test(mailed))[1]).toMatchObject({ outcome: "noRecipient" });
  });

  it("sends only to allowed countries, five times in ten minutes", async () => {
    const { server, crew } = texted;
    await server.db("hostUsers").update({ cellPhone: "+81 90-0000-0000" });
    await server.db("rateLimits").delete();
    const first = (await test(texted))[0];
    expect(first).toMatchObject({ outcome: "failed", error: expect.stringContaining("this country") });
    expect(provider.accepted).toEqual([]);
    for (let n = 2; n <= 5; n++) await test(texted);
    expect((await crew.admin.post("/dash/setup/test-messages", { body: {} })).status).toBe(429);
    const entry = await server.db("events").where({ kind: "call" }).orderBy("id", "desc").first();
    expect(entry.call).toBe("POST /dash/setup/test-messages");
    expect(JSON.stringify(entry)).not.toContain("+81");
  });
});

describe("GET /dash/setup", () => {
  it("requires a channel, and text messages if visitors need codes", async () => {
    expect(await stepOf(unconfigured, "messages")).toMatchObject({ done: false, needed: true });
    expect((await listOf(mailed)).channels).toEqual({
      sms: "",
      email: "visit@example.com",
      codes: false,
      undelivered: 0,
    });
    expect(await stepOf(mailed, "messages")).toMatchObject({ done: false, needed: false });
    await mailed.server.db("configuration").update({ lookupCode: true });
    expect(await stepOf(mailed, "messages")).toMatchObject({ done: false, needed: true });
    await mailed.server.db("configuration").update({ lookupCode: false });
  });

  it("counts messages of the last week that failed since the last success of their channel, or were not sent", async () => {
    const { server } = texted;
    const add = (kind: "sms" | "email", status: MessageStatus, more: AddedMessage = {}) =>
      addMessage(server, { kind, status, attempts: 6, maxAttempts: 6, error: "unreachable", ...more });
    const old = { createdAt: new Date(server.now.getTime() - 8 * 86_400_000) };
    for (const status of ["kept", "queued", "failed"] as const) await add("sms", status);
    for (const status of ["kept", "failed"] as const) await add("sms", status, old);
    await server.db("messages").update({ updatedAt: new Date(server.now.getTime() - 1000) });
    await add("email", "sent");
    await add("sms", "sent", old);
    expect((await listOf(texted)).channels).toMatchObject({ undelivered: 2 });
    expect(await stepOf(texted, "messages")).toMatchObject({ done: false, needed: true, count: 1 });
    await add("sms", "sent");
    expect(await stepOf(texted, "messages")).toMatchObject({ done: true });
  });

  it("counts users without a reachable channel, who can be filtered", async () => {
    const { server, site, crew } = mailed;
    expect(await stepOf(mailed, "contacts")).toMatchObject({ done: true, count: 0 });
    const withoutAddress = server.db("hostUsers").where({ id: site.host });
    await withoutAddress.clone().update({ email: "" });
    expect(await stepOf(mailed, "contacts")).toMatchObject({ done: false, needed: true, count: 1 });
    const { body } = await crew.admin.get("/dash/hostusers?status=active&unreachable=true");
    expect(body.rows.map(({ id }: { id: number }) => id)).toEqual([site.host]);
  });

  it("lists published texts with unfilled placeholders", async () => {
    expect(await stepOf(unconfigured, "policy")).toMatchObject({ done: true, texts: [] });
    const { admin } = unconfigured.crew;
    const body = {
      title: "새 방침",
      content: "<p>[회사명]의 방침, [전화번호]</p>",
      enContent: "<p>[phone]</p>",
    };
    const { id } = (await admin.post("/dash/privacy-policies", { body })).body;
    expect((await admin.put(`/dash/privacy-policies/${id}/apply`, { body: {} })).status).toBe(200);
    const { ready, steps } = await listOf(unconfigured);
    expect(ready).toBe(true);
    expect(steps.find(({ key }) => key === "policy")).toMatchObject({
      done: false,
      texts: [{ id, placeholders: 3 }],
    });
  });

  it("lists overdue jobs with their last run in the site's time zone", async () => {
    const run = { name: "clean-up", minute: 12, doneAt: new Date("2026-03-09T13:12:00Z") };
    await unconfigured.server.db("jobRuns").insert(run);
    expect((await listOf(unconfigured)).overdueJobs).toEqual([
      { name: "clean-up", doneAt: "2026-03-09 22:12" },
    ]);
  });

  it("requires the site's name and a host in the public search, and recommends desk user and privacy officer", async () => {
    const { server } = unconfigured;
    const keys = ["company", "desk", "privacyOfficer", "hosts"] as const;
    for (const key of keys) expect(await stepOf(unconfigured, key)).toMatchObject({ done: true });
    await server.db("configuration").update({ customerCompany: "" });
    await server.db("hostUsers").update({ inPublicSearch: false });
    await server.db("hostUsers").whereIn("role", ["desk", "privacy"]).update({ status: "resigned" });
    const steps = await Promise.all(keys.map((key) => stepOf(unconfigured, key)));
    expect(steps.map((step) => [step?.done, step?.needed])).toEqual([
      [false, true],
      [false, false],
      [false, false],
      [false, true],
    ]);
  });
});
