/** Searches by number: logged, reviewed (안전성 확보조치 기준 제8조) and limited (OWASP ASVS 5.0, 2.4.1, 14.2.6). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { answered, startTestServer } from "../../support/api.ts";
import { type SignedIn, withCookie } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const limits = { numberMiss: 20, lookupMiss: 20, lookupMissAddress: 50 };
const limited = await startTestServer({ sameDatabaseAs: server, limits });
const other = await startTestServer({ sameDatabaseAs: server, limits, env: { TRUSTED_PROXIES: "loopback" } });
afterAll(() => Promise.all([limited.close(), other.close()]));

const cellphone = "010-1234-5678";
const at = (user: SignedIn, by = limited) => withCookie(by, user.cookie);
const lists = ["/api/visit", "/dash/sms"];
const search = (user: SignedIn, q: string, path = "/api/visit") =>
  user.get(`${path}?q=${encodeURIComponent(q)}`);
const unknown = (n: number) => `010-1234-${String(1000 + n)}`;
const traces = () => server.db("accessLog").where({ hostUserId: crew.desk.id }).orderBy("id");
const month = async () => {
  const { body } = await crew.privacy.get("/dash/access-log/review?month=2026-03");
  return body.staff.find(({ hostUser }: { hostUser: { id: number } }) => hostUser.id === crew.desk.id);
};

let visitId: number;
beforeEach(async () => {
  await truncate(server.db, "rate_limits", "access_log", "lookup_failures", "visits");
  ({ id: visitId } = await addVisit(server, site, { cellphone }));
});

describe("search by complete number", () => {
  it("returns 429 after 20 searches without a match, over all lists and processes", async () => {
    for (let n = 0; n < 20; n++) {
      const answer = await search(
        at(crew.desk, n % 2 ? limited : other),
        unknown(n),
        lists[n % lists.length],
      );
      expect([answer.status, answer.body.total]).toEqual([200, 0]);
    }
    const refused = await answered(search(at(crew.desk), cellphone), 429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(500);
    expect((await search(at(crew.desk), "5678")).body.total).toBe(1);
    expect((await search(at(crew.admin), cellphone)).body.total).toBe(1);
  });

  it("cannot reveal a masked number by trying all", async () => {
    const tries = Array.from({ length: 97 }, (_, n) => `010-12${String(n).padStart(2, "0")}-5678`);
    const answers = await Promise.all(tries.map((q) => search(at(crew.desk), q)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(21);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(76);
  });

  it("is not limited with a match, and needs no reason", async () => {
    for (let n = 0; n < 30; n++) expect((await search(at(crew.desk), cellphone)).body.total).toBe(1);
    expect(await month()).toMatchObject({ reveals: 0, numberSearches: 30, numberMisses: 0, unusual: [] });
  });

  it("is not limited by many different matches", async () => {
    for (let n = 0; n < 25; n++) await addVisit(server, site, { cellphone: unknown(n) });
    for (let n = 0; n < 25; n++) {
      expect((await answered(search(at(crew.desk), unknown(n)))).body.total).toBe(1);
    }
    for (let n = 100; n < 120; n++) expect((await search(at(crew.desk), unknown(n))).status).toBe(200);
    expect((await search(at(crew.desk), unknown(120))).status).toBe(429);
  });

  it("counts a repeated search once", async () => {
    for (let n = 0; n < 30; n++) expect((await search(at(crew.desk), unknown(1))).status).toBe(200);
    for (let n = 2; n < 21; n++) expect((await search(at(crew.desk), unknown(n))).status).toBe(200);
    expect((await search(at(crew.desk), unknown(30))).status).toBe(429);
  });
});

describe("lookup on the public site", () => {
  const name = "홍길동";
  /** @param n varies the address */
  const look = (body: object, n?: number, path = "search") =>
    other.post(`/api/request/${path}`, {
      body,
      headers: n === undefined ? {} : { "X-Forwarded-For": `203.0.113.${n}` },
    });
  const failed = (from: object) => server.db("lookupFailures").where(from).sum("failures as n").first();

  it("is rejected for a name after 20 failures, from any address", async () => {
    const { reserveNo } = await addVisit(server, site, { name, cellphone });
    for (let n = 0; n < 20; n++) {
      const written = n % 2 ? "홍 길동" : name;
      const answer = await answered(
        n === 7
          ? look({ name: written, cellPhone: unknown(n), reserveNo }, n, "cancel")
          : look({ name: written, cellPhone: unknown(n) }, n),
        n === 7 ? 404 : 200,
      );
      if (n !== 7) expect(answer.body).toEqual([]);
    }
    const right = { name, cellPhone: cellphone };
    for (const wrong of [right, { name, cellPhone: unknown(50) }, { name, reserveNo: "260310-AAAAA" }]) {
      const refused = await answered(look(wrong, 99), 429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_000);
      expect(refused.body.message).toBe("요청이 너무 많습니다. 60분 뒤에 다시 시도해 주십시오.");
    }
    await answered(look({ ...right, reserveNo }, 99, "cancel"), 429);
    expect((await server.db("visits").where({ reserveNo }).first()).statusCode).toBe("applied");
    await answered(look({ name: "다른이름", cellPhone: unknown(50) }, 99));
  });

  it("is rejected for a number and an address after many failures", async () => {
    const { name: own } = await addVisit(server, site, { cellphone });
    for (let n = 0; n < 20; n++) await answered(look({ name: `이름${n}`, cellPhone: cellphone }, n));
    await answered(look({ name: own, cellPhone: cellphone }, 99), 429);
    await addVisit(server, site, { name, cellphone: "010-0000-0001" });
    for (let n = 0; n < 50; n++) await answered(look({ name: `이름${n}`, cellPhone: unknown(n) }));
    const right = { name, cellPhone: "010-0000-0001" };
    await answered(look(right), 429);
    expect((await answered(look(right, 99))).body).toHaveLength(1);
  });

  it("does not count successes", async () => {
    await addVisit(server, site, { name, cellphone });
    for (let n = 0; n < 30; n++)
      expect((await answered(look({ name, cellPhone: cellphone }))).body).toHaveLength(1);
    expect(await failed({})).toEqual({ n: null });
  });

  it("is included in the monthly review without names", async () => {
    for (let n = 0; n < 12; n++) await look({ name, cellPhone: unknown(n) }, n % 3);
    for (let n = 0; n < 11; n++) await look({ name: `이름${n}`, cellPhone: unknown(n) }, 77);
    const { body } = await crew.privacy.get("/dash/access-log/review?month=2026-03");
    expect(body.failedLookups).toEqual({
      total: 23,
      many: [
        { day: "2026-03-10", failures: 12, names: 1, addresses: 3, address: "203.0.113.0" },
        { day: "2026-03-10", failures: 11, names: 11, addresses: 1, address: "203.0.113.77" },
      ],
    });
    const { body: before } = await crew.privacy.get("/dash/access-log/review?month=2026-02");
    expect(before.failedLookups).toEqual({ total: 0, many: [] });
  });
});

describe("monthly review", () => {
  it("counts number searches with and without match, including last four digits", async () => {
    for (const q of [cellphone, "5678"]) await search(at(crew.desk), q);
    for (const q of [unknown(1), "0000"]) await search(at(crew.desk), q);
    await search(at(crew.desk), "방문객");
    expect(await month()).toMatchObject({ numberSearches: 2, numberMisses: 2 });
    const rows = (await traces()).filter(({ personHash }) => personHash !== null);
    expect(rows.map(({ visitIds }) => visitIds)).toEqual([[visitId], [visitId], [], []]);
  });

  it("flags many searches without a match", async () => {
    for (let n = 0; n < 21; n++) await search(crew.desk, unknown(n));
    expect((await month()).unusual).toEqual(["manyMisses"]);
  });

  it("does not count reveals and searches of the access log", async () => {
    const body = { cellPhone: cellphone };
    expect((await crew.privacy.post("/dash/access-log/search", { body })).status).toBe(200);
    await crew.desk.post(`/dash/visits/${visitId}/reveal`, { body: { reason: "전화 연락" } });
    expect(await month()).toMatchObject({ reveals: 1, numberSearches: 0, numberMisses: 0 });
    const { body: review } = await crew.privacy.get("/dash/access-log/review?month=2026-03");
    for (const one of review.staff) expect(one.numberMisses).toBe(0);
  });
});
