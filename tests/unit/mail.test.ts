/** The mail driver against a real SMTP server, its content and settings (docs/behaviour.md, "E-mail"). */
import { createServer } from "node:net";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { mailContent } from "#api/features/messages/mail-content.ts";
import type { OutgoingMail } from "#api/mail/driver.ts";
import { createMailDriver } from "#api/mail/drivers.ts";
import { SettingsError } from "#api/settings/error.ts";
import { readSettings } from "#api/settings.ts";
import { startMailServer } from "../support/services/mail-server.ts";

const from = "Visitor Desk <visit@example.com>";
const server = await startMailServer();
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  server.next.length = 0;
});

const mail: OutgoingMail = {
  ref: "5c1c8f0e-0000-4000-8000-000000000001",
  to: "honggildong@example.com",
  toName: "홍길동",
  subject: "[Gaon] A visit request for you",
  text: "A visitor asks to visit you.",
  html: "<p>A visitor asks to visit you.</p>",
};

const send = (url = server.url) => createMailDriver({ url, from, timeoutMs: 10_000 }).send(mail);

describe("mail driver", () => {
  it("sends the message once as text and HTML, with its own id", async () => {
    const id = "<5c1c8f0e-0000-4000-8000-000000000001@example.com>";
    expect(await send()).toEqual({ state: "sent", providerMessageId: id });
    expect(server.received).toHaveLength(1);
    const [{ raw, ...envelope } = { raw: "" }] = server.received;
    expect(envelope).toEqual({ from: "visit@example.com", to: ["honggildong@example.com"] });
    expect(raw).toContain(`Message-ID: ${id}`);
    expect(raw).toContain("From: Visitor Desk <visit@example.com>");
    expect(raw).toContain("Subject: [Gaon] A visit request for you");
    expect(raw).toContain("Auto-Submitted: auto-generated");
    expect(raw).toMatch(/multipart\/alternative.*text\/plain.*asks to visit.*text\/html.*<p>A visitor/s);
  });

  it.each<[string, Partial<OutgoingMail>]>([
    ["a name", { toName: "홍길동\r\nBcc: victim@example.com\r\n\r\nbody" }],
    ["a name with an address in it", { toName: 'Gil" <victim@example.com>, "Hong' }],
    ["a subject", { subject: "Visit\r\nBcc: victim@example.com\r\nX-Own: 1" }],
    ["an address", { to: "honggildong@example.com\r\nRCPT TO:<victim@example.com>" }],
    ["an address followed by another", { to: "honggildong@example.com, victim@example.com" }],
    ["an address in angle brackets", { to: "honggildong@example.com> <victim@example.com" }],
  ])("prevents header injection through %s", async (_of, hostile) => {
    const driver = createMailDriver({ url: server.url, from, timeoutMs: 10_000 });
    await driver.send({ ...mail, ...hostile });
    for (const { to, raw } of server.received) {
      expect(to.filter((receiver) => /victim/.test(receiver) && !/hong/.test(receiver))).toEqual([]);
      expect(to).toHaveLength(1);
      const [headers = ""] = raw.split("\r\n\r\n", 1);
      expect(headers).not.toMatch(/^(bcc|cc|x-own):/im);
    }
  });

  it.each([550, 553])("marks the address as bounced for an unknown receiver (%i)", async (code) => {
    server.next.push({ at: "receiver", code });
    expect(await send()).toMatchObject({ state: "failed", bounced: true });
  });

  it.each([
    ["from", 550],
    ["content", 554],
  ] as const)("does not mark the address for a permanent error at %s (%i)", async (at, code) => {
    server.next.push({ at, code });
    const outcome = await send();
    expect(outcome).toMatchObject({ state: "failed" });
    expect(outcome).not.toHaveProperty("bounced");
  });

  it.each(["from", "receiver", "content"] as const)("retries when the server is busy at %s", async (at) => {
    server.next.push({ at, code: 451 });
    expect(await send()).toMatchObject({ state: "busy" });
  });

  it("removes addresses and numbers from the server's error", async () => {
    server.next.push({ at: "receiver", code: 550 });
    expect(JSON.stringify(await send())).not.toMatch(/honggildong|0000-1234/);
  });

  it("retries when the password is rejected, because it can be corrected", async () => {
    expect(await send(server.url.replace("p%40ss", "wrong"))).toMatchObject({ state: "busy" });
    expect(server.received).toEqual([]);
  });

  it("retries when the server is unreachable", async () => {
    const closed = await startMailServer();
    await closed.close();
    expect(await send(closed.url)).toEqual({ state: "busy", error: "unreachable" });
  });

  it("retries after an invalid response, because nothing was sent", async () => {
    const garbage = createServer((socket) =>
      socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"),
    );
    await new Promise<void>((resolve) => garbage.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void garbage.close());
    const address = garbage.address();
    const port = typeof address === "object" && address ? address.port : 0;
    expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ state: "busy" });
  });
});

describe("content of an e-mail", () => {
  const content = (text: string, more: Partial<Parameters<typeof mailContent>[0]> = {}) =>
    mailContent({
      event: "apply",
      lang: "ko",
      text,
      company: "가온정밀",
      origin: "https://visit.example.com",
      ...more,
    });

  it("has the site's name in the subject and once in the text, and links to the approvals", () => {
    const { subject, text, html } = content("[가온정밀] 홍길동님이 방문을 신청했습니다.");
    expect(subject).toBe("[가온정밀] 방문신청이 도착했습니다");
    expect(text).toMatch(
      /^홍길동님이 방문을 신청했습니다\.\n\nhttps:\/\/visit\.example\.com\/dash\/approvals\n/,
    );
    expect(html).toContain('<a href="https://visit.example.com/dash/approvals"');
    expect(html).toContain('lang="ko"');
  });

  it("is in English for English recipients", () => {
    expect(content("[Gaon] x", { lang: "en", company: "Gaon", event: "account" }).subject).toBe(
      "[Gaon] About your account",
    );
  });

  it("escapes typed text without links", () => {
    const { html } = content(`[가온정밀] <img src=x onerror="alert(1)"> & 'x'\nhttps://evil.example/ 가`);
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;x&#39;<br>");
    expect(html).not.toMatch(/<img|href="https:\/\/evil/);
  });

  it("has no link without PUBLIC_ORIGIN", () => {
    expect(content("x", { origin: undefined }).html).not.toContain("<a ");
  });
});

describe("e-mail settings", () => {
  const problem = (env: Record<string, string>): string => {
    try {
      readSettings(env);
      return "";
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return error.message;
    }
  };

  it("are server, sender and timeout", () => {
    expect(readSettings({ SMTP_URL: server.url, MAIL_FROM: from, SMTP_TIMEOUT: "5" }).mail).toEqual({
      url: server.url,
      from,
      timeoutMs: 5000,
    });
    expect(readSettings({}).mail).toBeUndefined();
  });

  it.each([
    [
      { SMTP_URL: "smtp://mail.example.com" },
      /SMTP_URL needs MAIL_FROM, the address that e-mail comes from\./,
    ],
    [{ MAIL_FROM: "visit@example.com" }, /MAIL_FROM needs SMTP_URL, the server that sends e-mail\./],
    [{ SMTP_URL: "mail.example.com", MAIL_FROM: "v@example.com" }, /SMTP_URL: must be an address like smtp:/],
    [
      { SMTP_URL: "smtp://u:a%zz@mail.example.com", MAIL_FROM: "v@example.com" },
      /in the password, characters/,
    ],
    [{ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "unknown" }, /MAIL_FROM: must be an address like/],
    [{ SMTP_URL: "smtp://m.example.com", MAIL_FROM: "v@e.com", SMTP_TIMEOUT: "0" }, /SMTP_TIMEOUT: must be/],
  ])("reject %j with a sentence", (env, sentence) => {
    expect(problem(env)).toMatch(sentence);
  });
});
