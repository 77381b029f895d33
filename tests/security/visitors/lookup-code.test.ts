/** Lookup codes: guessing (OWASP ASVS 5.0, 6.6.3) and skipped steps (2.3.1); other callers cannot invalidate a code. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { answered, startTestServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addVisit, statusOf } from "../../support/visits/visits.ts";

const { server, site } = await staffedSite();
/** A server behind a proxy, so that addresses can vary. */
const proxied = await startTestServer({ sameDatabaseAs: server, env: { TRUSTED_PROXIES: "loopback" } });
afterAll(() => proxied.close());

const person = { name: "홍길동", cellPhone: "010-0000-1234" };
let visit: Awaited<ReturnType<typeof addVisit>>;

beforeEach(async () => {
  await truncate(server.db, "messages", "lookup_codes", "lookup_code_tries", "message_counts", "visits");
  await server.db("configuration").update({ lookupCode: true });
  visit = await addVisit(server, site, { name: person.name, cellphone: person.cellPhone });
});

const from = (address: string, path: string, body: object) =>
  proxied.post(path, { body, headers: { "X-Forwarded-For": address } });
const visitor = "192.0.2.1";
const attacker = "198.51.100.7";
const requestCode = (address: string) => from(address, "/api/request/code", person);
const search = (address: string, code: string) => from(address, "/api/request/search", { ...person, code });
const cancel = (more: object) =>
  from(visitor, "/api/request/cancel", { ...person, reserveNo: visit.reserveNo, ...more });
async function lastCode(): Promise<string> {
  const { text } = await server.db("messages").orderBy("id", "desc").first();
  return /\d{6}/.exec(text)?.[0] ?? "";
}
const other = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, "0");

describe("lookup code", () => {
  it("stays valid when another address requests more codes", async () => {
    await requestCode(visitor);
    const code = await lastCode();
    for (let n = 0; n < 5; n++) expect((await requestCode(attacker)).status).toBe(204);
    expect(await server.db("messages")).toHaveLength(3);
    expect((await search(visitor, code)).status).toBe(200);
  });

  it("stays valid for its recipient when another address guesses five times", async () => {
    await requestCode(visitor);
    const code = await lastCode();
    for (let n = 0; n < 6; n++) expect((await search(attacker, other(code))).status).toBe(400);
    expect((await search(attacker, code)).status).toBe(400);
    expect((await search(visitor, code)).status).toBe(200);
  });
});

describe("POST /api/request/cancel with lookup codes", () => {
  it.each([
    ["none", async () => ({})],
    ["a wrong one", async () => ({ code: other(await lastCode()) })],
  ])("is rejected with %s, and changes nothing", async (_, more) => {
    await requestCode(visitor);
    expect(Object.keys((await answered(cancel(await more()), 400)).body)).toEqual(["code"]);
    expect(await statusOf(server.db, visit.id)).toBe("applied");
  });

  it("returns the same response for an unknown visit", async () => {
    const answers = [
      await cancel({}),
      await cancel({ reserveNo: "260310-ZZZZZ" }),
      await cancel({ name: "성춘향" }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it("accepts the code of the lookup", async () => {
    await requestCode(visitor);
    const code = await lastCode();
    expect((await search(visitor, code)).status).toBe(200);
    expect((await answered(cancel({ code }))).body.statusCode).toBe("cancelled");
  });

  it("needs no code for a visit without a Korean number or when codes are disabled", async () => {
    const abroad = await addVisit(server, site, { name: "Jane" });
    const body = { name: "Jane", reserveNo: abroad.reserveNo };
    expect((await from(visitor, "/api/request/cancel", body)).status).toBe(200);
    await server.db("configuration").update({ lookupCode: false });
    expect((await cancel({})).status).toBe(200);
  });
});
