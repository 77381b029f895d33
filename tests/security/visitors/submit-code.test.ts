/** Codes and proof of work for requests (OWASP ASVS 5.0, 2.4.1, 6.6.2, 6.6.3). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Message } from "#db/models/message.ts";
import { solve } from "../../../web/lib/proof-of-work.ts";
import { answered, startTestServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { recipientOf } from "../../support/messages.ts";
import { koreanApplication } from "../../support/site.ts";
import { postSolved } from "../../support/visitor/challenge.ts";

const { server, site } = await staffedSite();
const limits = { submit: 12, unchallenged: 4 };
const env = { TRUSTED_PROXIES: "loopback" };
/** Two servers with limits behind a proxy, so that addresses can vary. */
const limited = await startTestServer({ sameDatabaseAs: server, limits, env });
const other = await startTestServer({ sameDatabaseAs: server, limits, env });
afterAll(() => Promise.all([limited.close(), other.close()]));

const morning = new Date("2026-03-10T01:00:00Z");
const cellphone = "010-0000-1234";
const save = "/api/request/simple/save/";
const codePath = "/api/request/simple/code";

beforeEach(async () => {
  for (const one of [server, limited, other]) one.now = morning;
  await truncate(
    server.db,
    "messages",
    "message_counts",
    "lookup_codes",
    "lookup_code_tries",
    "rate_limits",
    "visits",
  );
  await server.db("configuration").update({ submitCode: true, lookupCode: false });
});

const askFor = (number = cellphone, by = server) => postSolved(by, codePath, { body: { cellphone: number } });
const submit = (more: object = {}) =>
  server.post(save, { body: koreanApplication(site, { cellphone, ...more }) });
const messages = () => Message.query(server.db).where({ event: "lookupCode" }).orderBy("id");
const codeSent = async () => /\d{6}/.exec((await messages()).at(-1)?.text ?? "")?.[0] ?? "";
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const visits = () => server.db("visits");

describe("request with submitCode", () => {
  it("is accepted with the code sent to the number", async () => {
    expect((await answered(askFor(), 204)).text).toBe("");
    const [message] = await messages();
    expect(message && recipientOf(server, message)).toBe(cellphone);
    await answered(submit({ code: await codeSent() }));
    expect(await visits()).toHaveLength(1);
    expect((await server.get("/api/config")).body.submitCode).toBe(true);
  });

  it("is rejected without a code, or with a wrong, expired or another number's code", async () => {
    expect((await submit({ name: "" })).body).toEqual({
      code: "필수 입력 항목입니다",
      name: "필수 입력 항목입니다",
    });
    await askFor();
    const code = await codeSent();
    expect(Object.keys((await answered(submit({ code: wrong(code) }), 400)).body)).toEqual(["code"]);
    expect((await submit({ code, cellphone: "010-0000-5678" })).status).toBe(400);
    server.now = new Date(morning.getTime() + 5 * 60_000);
    expect((await submit({ code })).status).toBe(400);
    expect(await visits()).toEqual([]);
  });

  it("is repeated with its stored answer after the code has expired", async () => {
    await askFor();
    const body = koreanApplication(site, { cellphone, code: await codeSent() });
    const send = () => server.post(save, { body, headers: { "Idempotency-Key": "lost-answer" } });
    const first = await answered(send());
    server.now = new Date(morning.getTime() + 5 * 60_000);
    expect((await answered(send())).body).toEqual(first.body);
    expect(await visits()).toHaveLength(1);
  });

  it("counts wrong codes over rejected and simultaneous calls", async () => {
    await askFor();
    const code = await codeSent();
    await Promise.all(Array.from({ length: 8 }, () => submit({ code: wrong(code) })));
    expect((await submit({ code })).status).toBe(400);
    expect(await visits()).toEqual([]);
  });

  it("does not accept a lookup code, nor a lookup a request code", async () => {
    await server.db("configuration").update({ lookupCode: true });
    await askFor();
    const proof = await codeSent();
    expect((await submit({ code: proof })).status).toBe(200);
    const person = { name: "홍길동", cellPhone: cellphone };
    await server.post("/api/request/code", { body: person });
    const forLookup = await codeSent();
    expect((await submit({ code: forLookup })).status).toBe(400);
    expect((await server.post("/api/request/search", { body: { ...person, code: proof } })).status).toBe(400);
    expect((await server.post("/api/request/search", { body: { ...person, code: forLookup } })).status).toBe(
      200,
    );
  });

  it("sends at most five codes a day to a number, and none when disabled", async () => {
    for (let n = 0; n < 6; n++) {
      server.now = new Date(server.now.getTime() + 6 * 60_000);
      expect((await askFor()).status).toBe(204);
    }
    expect(await messages()).toHaveLength(5);
    await server.db("configuration").update({ submitCode: false });
    expect((await askFor("010-0000-9999")).status).toBe(204);
    expect(await messages()).toHaveLength(5);
    expect((await submit({ code: "no code" })).status).toBe(200);
  });
});

describe("frequent requests from an address", () => {
  const address = "192.0.2.1";
  const flood = (by = limited, headers = {}, from = address) =>
    by.post(save, {
      body: koreanApplication(site, { cellphone }),
      headers: { "X-Forwarded-For": from, ...headers },
    });
  const solved = async (token: string) => ({ "Challenge-Solution": `${token}:${await solve(token)}` });
  beforeEach(() => server.db("configuration").update({ submitCode: false }));

  it("need proof of work over all processes, once for each request", async () => {
    for (let n = 0; n < 4; n++) expect((await flood(n % 2 ? limited : other)).status).toBe(200);
    const flooded = await flood();
    expect([flooded.status, flooded.body.id]).toEqual([428, "challenged"]);
    expect(await visits()).toHaveLength(4);
    const headers = await solved(flooded.body.challenge);
    expect((await flood(other, headers)).status).toBe(200);
    expect((await flood(limited, headers)).status, "once only").toBe(428);
    expect((await flood(limited, {}, "198.51.100.7")).status, "another address").toBe(200);
  });

  it("need proof of work for codes of known and unknown numbers alike", async () => {
    expect((await flood()).status).toBe(200);
    await server.db("configuration").update({ submitCode: true });
    for (const number of [cellphone, "010-0000-2000"]) await answered(askFor(number, limited), 204);
    expect(await messages()).toHaveLength(2);
  });
});
