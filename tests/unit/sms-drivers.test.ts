import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Outgoing, SmsDriver } from "#api/sms/driver.ts";
import { solapiDriver } from "#api/sms/solapi.ts";
import { twilioDriver } from "#api/sms/twilio.ts";
import { eventually } from "../support/events.ts";
import {
  type Behaviour,
  type Provider,
  solapiError,
  solapiKey,
  solapiRefusal,
  startSolapi,
  startTwilio,
  twilioError,
  twilioKey,
} from "../support/services/provider.ts";

const timeoutMs = 600_000;
// The providers' large libraries are loaded with the first message.
vi.setConfig({ testTimeout: 60_000 });
let refs = 0;

const message = (more: Partial<Outgoing> = {}): Outgoing => ({
  ref: `ref-${++refs}`,
  to: "010-0000-1234",
  text: "방문이 승인되었습니다.",
  kind: "sms",
  event: "approve",
  lang: "ko",
  variables: { name: "홍길동", reserveNo: "260310-7K2QX" },
  ...more,
});

const providers = { solapi: await startSolapi(), twilio: await startTwilio() };
afterAll(() => Promise.all([providers.solapi.close(), providers.twilio.close()]));
beforeEach(() => {
  for (const { received, accepted, next } of Object.values(providers))
    for (const list of [received, accepted, next]) list.length = 0;
});

async function closedAddress(start: () => Promise<Provider>): Promise<string> {
  const provider = await start();
  await provider.close();
  return provider.url;
}

interface Case {
  readonly start: () => Promise<Provider>;
  readonly make: (url: string, more?: { readonly wrongKey?: true; readonly timeoutMs?: number }) => SmsDriver;
  readonly id: RegExp;
  readonly number: string;
  readonly noSuchNumber: ReturnType<typeof solapiRefusal>;
  readonly noMoney: ReturnType<typeof solapiRefusal>;
  readonly reasons: { readonly noSuchNumber: string; readonly noMoney: string; readonly wrongKey: RegExp };
  readonly busy: (headers?: Record<string, string>) => ReturnType<typeof solapiRefusal>;
}

const cases: Record<"solapi" | "twilio", Case> = {
  solapi: {
    start: startSolapi,
    make: (url, { wrongKey, ...more } = {}) =>
      solapiDriver({
        ...solapiKey,
        ...(wrongKey && { apiSecret: "another" }),
        from: "02-1234-5678",
        url,
        timeoutMs,
        ...more,
      }),
    id: /^M4V20260310100000\d{6}$/,
    number: "01000001234",
    noSuchNumber: solapiRefusal("1030", "잘못된 수신번호"),
    noMoney: solapiError(402, "NotEnoughBalance", "잔액이 부족합니다."),
    reasons: {
      noSuchNumber: "1030 잘못된 수신번호",
      noMoney: "NotEnoughBalance 잔액이 부족합니다.",
      wrongKey: /^SignatureDoesNotMatch/,
    },
    busy: (headers = {}) => ({ ...solapiError(429, "TooManyRequests", "요청이 많습니다."), headers }),
  },
  twilio: {
    start: startTwilio,
    make: (url, { wrongKey, ...more } = {}) =>
      twilioDriver({
        ...twilioKey,
        ...(wrongKey && { authToken: "another" }),
        from: "+1 202-555-0199".replace(/[ -]/g, ""),
        url,
        timeoutMs,
        ...more,
      }),
    id: /^SM\d{32}$/,
    number: "+821000001234",
    noSuchNumber: twilioError(400, 21211, "The 'To' number +82 10-0000-1234 is not a valid phone number."),
    noMoney: twilioError(400, 21617, "Insufficient balance"),
    reasons: {
      noSuchNumber: "21211 The 'To' number *** is not a valid phone number.",
      noMoney: "21617 Insufficient balance",
      wrongKey: /^20003 Authenticate$/,
    },
    busy: (headers = {}) => twilioError(429, 20429, "Too Many Requests", headers),
  },
};

describe.each(["solapi", "twilio"] as const)("%s", (name) => {
  const { start, make, id, number, noSuchNumber, noMoney, reasons, busy } = cases[name];
  const provider = providers[name];
  const driver = make(provider.url);

  it("sends a signed message and returns the provider's id", async () => {
    const outcome = await driver.send(message());
    expect(outcome).toMatchObject({ state: "sent", providerMessageId: expect.stringMatching(id) });
    expect(provider.accepted).toMatchObject([{ to: number, text: "방문이 승인되었습니다." }]);
  });

  it("sends every character unchanged", async () => {
    const text = "[가온정밀] “인용” 100% & a=b+c\n줄바꿈 뷁";
    await driver.send(message({ text }));
    expect(provider.accepted[0]?.text).toBe(text);
  });

  it("sends simultaneous messages once each", async () => {
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) => driver.send(message({ text: `${n}번째` }))),
    );
    expect(all.every(({ state }) => state === "sent")).toBe(true);
    expect(new Set(provider.accepted.map(({ text }) => text)).size).toBe(30);
    expect(provider.received).toHaveLength(30);
  });

  it("returns the reason of a rejection without the number", async () => {
    provider.next.push(noSuchNumber, noMoney);
    expect(await driver.send(message())).toEqual({ state: "failed", error: reasons.noSuchNumber });
    expect(await driver.send(message())).toEqual({ state: "failed", error: reasons.noMoney });
    expect(provider.received).toHaveLength(2);
  });

  it("reports wrong credentials", async () => {
    const outcome = await make(provider.url, { wrongKey: true }).send(message());
    expect(outcome).toMatchObject({ state: "failed", error: expect.stringMatching(reasons.wrongKey) });
    expect(provider.received).toEqual([]);
  });

  it("is busy after 429, with Retry-After", async () => {
    provider.next.push(busy({ "Retry-After": "7" }), busy());
    expect(await driver.send(message())).toMatchObject({ state: "busy", retryAfterMs: 7000 });
    const outcome = await driver.send(message());
    expect(outcome.state).toBe("busy");
    expect(outcome).not.toHaveProperty("retryAfterMs");
    expect(provider.received).toHaveLength(2);
  });

  it("is busy after 503 and does not retry itself", async () => {
    provider.next.push({ status: 503, body: "<html>busy</html>" });
    expect(await driver.send(message())).toMatchObject({ state: "busy" });
    expect(provider.received).toHaveLength(1);
  });

  it.each([500, 502, 504])("is unknown after %i, which may follow acceptance", async (status) => {
    provider.next.push({ status, body: {} });
    expect(await driver.send(message())).toMatchObject({ state: "unknown" });
    expect(provider.received).toHaveLength(1);
  });

  it("reports a rejection without text", async () => {
    provider.next.push({ status: 400, body: "" });
    expect(await driver.send(message())).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/400/),
    });
  });

  it("is unknown after the timeout, and waits until then", async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<Behaviour>();
    provider.next.push(late);
    const patient = driver.send(message());
    await eventually(() => provider.received.length === 1);
    provider.next.push("acceptAndSilence");
    const shortTimeout = make(provider.url, { timeoutMs: 1_000 });
    expect(await shortTimeout.send(message())).toEqual({ state: "unknown", error: "noAnswer" });
    expect(provider.received).toHaveLength(2);
    answer("accept");
    expect(await patient).toMatchObject({ state: "sent" });
  });

  it("is unknown when the connection breaks after sending, and does not resend", async () => {
    provider.next.push("cut");
    expect(await driver.send(message())).toEqual({ state: "unknown", error: "noAnswer" });
    expect(provider.received).toHaveLength(1);
  });

  it.each(['{"groupInfo":', "OK", "{}", "null", "[]"])("is unknown after 200 with %s", async (body) => {
    provider.next.push({ status: 200, body });
    expect(await driver.send(message())).toEqual({ state: "unknown", error: "unreadable" });
    expect(provider.received).toHaveLength(1);
  });

  it("is busy when nothing listens", async () => {
    const url = await closedAddress(start);
    expect(await make(url).send(message())).toEqual({ state: "busy", error: "unreachable" });
  });

  it("does not follow redirects", async () => {
    const other = await start();
    onTestFinished(() => other.close());
    provider.next.push({ status: 307, headers: { Location: other.url }, body: {} });
    expect(["unknown", "failed"]).toContain((await driver.send(message())).state);
    expect(other.received).toEqual([]);
  });
});

describe("solapi", () => {
  const provider = providers.solapi;
  const kakao = { pfId: "KA01PF0000", templates: { approve: "KA01TP0001" } };
  const make = () => solapiDriver({ ...solapiKey, from: "0212345678", url: provider.url, timeoutMs, kakao });

  it("sends short and long messages as SMS and LMS", async () => {
    const driver = solapiDriver({ ...solapiKey, from: "0212345678", url: provider.url, timeoutMs });
    await driver.send(message({ kind: "sms" }));
    await driver.send(message({ kind: "lms", text: "가".repeat(500) }));
    expect(provider.accepted.map(({ raw }) => raw.type)).toEqual(["SMS", "LMS"]);
    expect(provider.accepted[0]?.from).toBe("0212345678");
    expect(provider.accepted[0]?.raw.customFields).toEqual({ ref: expect.stringMatching(/^ref-/) });
  });

  it("sends AlimTalk for events with a template, with SMS as fallback", async () => {
    const outcome = await make().send(message());
    expect(outcome).toMatchObject({ state: "sent", kind: "alimtalk" });
    const raw = provider.accepted[0]?.raw;
    expect(raw?.kakaoOptions).toEqual({
      pfId: "KA01PF0000",
      templateId: "KA01TP0001",
      disableSms: false,
      variables: { "#{name}": "홍길동", "#{reserveNo}": "260310-7K2QX" },
    });
    expect(raw).not.toHaveProperty("text");
  });

  it.each([{ event: "reject" as const }, { lang: "en" as const }])("sends %j as SMS", async (more) => {
    const outcome = await make().send(message(more));
    expect(outcome).not.toHaveProperty("kind");
    expect(provider.accepted[0]?.raw.type).toBe("SMS");
  });

  it("rejects a foreign number", async () => {
    expect(await make().send(message({ to: "+12025550100" }))).toEqual({ state: "failed", error: "abroad" });
    expect(provider.accepted).toEqual([]);
  });

  it("does not affect other requests of the process", async () => {
    await make().send(message());
    const answer = await fetch(`${provider.url}/elsewhere`);
    expect(answer.status).toBe(404);
  });
});

describe("twilio", () => {
  const provider = providers.twilio;
  const make = (from: string) => twilioDriver({ ...twilioKey, from, url: provider.url, timeoutMs });

  it("sends to numbers of any country", async () => {
    await make("+12025550199").send(message({ to: "+442079460000" }));
    expect(provider.accepted).toMatchObject([{ to: "+442079460000", from: "+12025550199" }]);
  });

  it("sends by a messaging service", async () => {
    const service = `MG${"1".repeat(32)}`;
    await make(service).send(message());
    expect(provider.accepted[0]?.raw).toMatchObject({ MessagingServiceSid: service });
    expect(provider.accepted[0]?.raw).not.toHaveProperty("From");
  });

  it("sends from a Korean number", async () => {
    await make("010-0000-9999").send(message());
    expect(provider.accepted[0]?.from).toBe("+821000009999");
  });
});
