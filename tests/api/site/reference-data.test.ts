import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { raceForRow } from "../../support/database/row-locks.ts";
import { addHost } from "../../support/site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

const directories = [
  {
    path: "/dash/companies",
    table: "companies",
    own: {},
    kind: "company",
    referenced: /소속된 직원이 있어 삭제할 수 없습니다/,
    use: (id: number) => addHost(server.db, id),
  },
  {
    path: "/dash/usercodes/9002",
    table: "userCodes",
    own: { kind: 9002 },
    kind: "code",
    referenced: /사용하는 방문이 있어 삭제할 수 없습니다/,
    use: (id: number) => addVisit(server, site, { locationId: id, statusCode: "ended" }),
  },
  {
    path: "/dash/usercodes/9003",
    table: "userCodes",
    own: { kind: 9003 },
    kind: "code",
    referenced: /사용하는 방문이 있어 삭제할 수 없습니다/,
    use: (id: number) => addVisit(server, site, { purposeId: id, statusCode: "ended" }),
  },
] as const;

describe.each(directories)("$path", ({ path, table, own, kind, referenced, use }) => {
  let fixed: number[];
  beforeAll(async () => {
    fixed = (await server.db(table)).map(({ id }) => id);
  });
  const clear = async () => {
    await server.db("changes").del();
    await server.db("visits").del();
    await server.db("hostUsers").whereNull("passwordHash").whereNotIn("companyId", fixed).del();
    await server.db(table).whereNotIn("id", fixed).del();
  };
  beforeEach(clear);
  afterAll(clear);

  const earlier = () => new Date(server.now.getTime() - 60_000);
  const add = async (name: string, more: Record<string, unknown> = {}) => {
    const dates = { createdAt: earlier(), updatedAt: earlier() };
    const [row] = await server
      .db(table)
      .insert({ ...own, name, ...dates, ...more })
      .returning("*");
    return row;
  };
  const stored = () => server.db(table).whereNotIn("id", fixed).orderBy("id");
  const changes = async () => (await server.db("changes").orderBy("id")).map((change) => change.kind);
  const names = async (query = "") => {
    const answer = await answered(crew.desk.get(`${path}?size=200&${query}`));
    return answer.body.rows
      .filter(({ id }: { id: number }) => !fixed.includes(id))
      .map(({ name }: { name: string }) => name);
  };

  describe("all methods", () => {
    it("return 404 for an unknown id", async () => {
      const none = `${path}/2000000000`;
      expect((await crew.admin.put(none, { body: { name: "별관" } })).status).toBe(404);
      expect((await crew.admin.send("DELETE", none)).status).toBe(404);
    });
  });

  describe("POST", () => {
    it("adds an entry at the end, and notifies open consoles", async () => {
      await add("신관", { dispOrder: 40 });
      const answer = await crew.admin.post(path, { body: { name: " 별관  2 ", enName: "Annex 2" } });
      expect(answer.status, answer.text).toBe(200);
      const row = (await stored()).at(-1);
      expect(row).toMatchObject({ ...own, name: "별관 2", enName: "Annex 2", inUse: true, dispOrder: 41 });
      expect(answer.body).toEqual({
        id: row.id,
        name: "별관 2",
        enName: "Annex 2",
        inUse: true,
        dispOrder: 41,
        createdAt: "2026-03-10 10:00",
        updatedAt: "2026-03-10 10:00",
      });
      expect(await changes()).toEqual([kind]);
    });

    it("accepts a name once, also for simultaneous calls", async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => crew.admin.post(path, { body: { name: "신관" } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
      expect(answers.find(({ status }) => status === 400)?.body).toEqual({ name: "이미 등록된 이름입니다." });
      expect(await stored()).toHaveLength(1);
    });
  });

  describe("PUT", () => {
    it("changes the given fields, accepts the record as returned by GET, and keeps other fields", async () => {
      const { id } = await add("신관", { enName: "New wing", dispOrder: 7 });
      const read = (await crew.admin.get(`${path}?q=${encodeURIComponent("신관")}`)).body.rows[0];
      const answer = await answered(crew.admin.put(`${path}/${id}`, { body: { ...read, inUse: false } }));
      expect(answer.body).toMatchObject({ ...read, inUse: false, updatedAt: "2026-03-10 10:00" });
      expect((await crew.admin.put(`${path}/${id}`, { body: { enName: "" } })).status).toBe(200);
      expect((await stored())[0]).toMatchObject({ name: "신관", enName: "", inUse: false, dispOrder: 7 });
      expect((await stored())[0].createdAt).toEqual(earlier());
      expect(await changes()).toEqual([kind, kind]);
    });

    it("rejects a taken name and another id", async () => {
      const { id } = await add("신관");
      await add("별관");
      const put = (body: object) => crew.admin.put(`${path}/${id}`, { body });
      expect((await put({ name: "별관" })).body).toEqual({ name: "이미 등록된 이름입니다." });
      expect((await put({ id: id + 1 })).body).toEqual({ id: "올바른 값이 아닙니다." });
      expect((await put({ name: "신관", id })).status).toBe(200);
      expect((await stored())[0]).toMatchObject({ name: "신관" });
    });
  });

  describe("DELETE", () => {
    it("deletes an unreferenced entry, then returns 404", async () => {
      const { id } = await add("신관");
      expect((await answered(crew.admin.send("DELETE", `${path}/${id}`), 204)).text).toBe("");
      expect(await stored()).toEqual([]);
      expect(await changes()).toEqual([kind]);
      expect((await crew.admin.send("DELETE", `${path}/${id}`)).status).toBe(404);
    });

    it("returns 405 for a referenced entry, which can be disabled", async () => {
      const { id } = await add("신관");
      await use(id);
      const answer = await answered(crew.admin.send("DELETE", `${path}/${id}`), 405);
      expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
      expect(answer.text).toMatch(referenced);
      const english = await crew.admin.send("DELETE", `${path}/${id}`, { lang: "en" });
      expect(english.text).toMatch(/cannot be deleted\. You can disable it/);
      expect(await stored()).toHaveLength(1);
      expect(await changes()).toEqual([]);
      expect((await crew.admin.put(`${path}/${id}`, { body: { inUse: false } })).status).toBe(200);
    });
  });

  describe("GET", () => {
    it("lists in order, and searches, filters, sorts and pages", async () => {
      await add("다람관", { dispOrder: 500, enName: "Squirrel", updatedAt: new Date("2026-01-03") });
      await add("나래관", { dispOrder: 502, inUse: false, updatedAt: new Date("2026-01-02") });
      await add("가_온", { dispOrder: 501, updatedAt: new Date("2026-01-01") });
      expect(await names()).toEqual(["다람관", "가_온", "나래관"]);
      expect(await names("sort=name")).toEqual(["가_온", "나래관", "다람관"]);
      expect(await names("sort=-name")).toEqual(["다람관", "나래관", "가_온"]);
      expect(await names("sort=updatedAt")).toEqual(["가_온", "나래관", "다람관"]);
      expect(await names("inUse=false")).toEqual(["나래관"]);
      expect(await names("inUse=true")).toEqual(["다람관", "가_온"]);
      expect(await names(`q=${encodeURIComponent("ㄷㄹ")}`)).toEqual(["다람관"]);
      expect(await names("q=SQUI")).toEqual(["다람관"]);
      expect(await names("q=_")).toEqual(["가_온"]);
      const last = await crew.desk.get(`${path}?size=1&page=${fixed.length}`);
      expect(last.body.rows).toHaveLength(1);
      expect(last.body.total).toBeGreaterThanOrEqual(3);
      expect(last.body.totalCapped).toBe(false);
    });
  });
});

describe("GET /dash/companies/all", () => {
  it("lists all companies in order, including disabled ones", async () => {
    const answer = await answered(crew.desk.get("/dash/companies/all"));
    expect(answer.body.map(({ id }: { id: number }) => id)).toEqual([
      site.closedCompany,
      site.company,
      site.otherCompany,
    ]);
    expect(answer.body[1]).toMatchObject({ name: "가온정밀", enName: "Gaon Precision", inUse: true });
  });
});

describe("GET /dash/companies/select-options", () => {
  const path = "/dash/companies/select-options";

  it("lists enabled companies for every role, in the user's language, filtered by name", async () => {
    expect((await crew.host.get(path, { lang: "en" })).body).toEqual([
      { id: site.company, name: "Gaon Precision" },
      { id: site.otherCompany, name: "가온바이오" },
    ]);
    const found = await crew.privacy.get(`${path}?name=${encodeURIComponent("ㄱㅇㅂ")}`);
    expect(found.body).toEqual([{ id: site.otherCompany, name: "가온바이오" }]);
    expect((await crew.host.get(`${path}?name=${encodeURIComponent("옛회사")}`)).body).toEqual([]);
    expect((await crew.host.get(`${path}?name=x&y=1`)).status).toBe(400);
  });
});

describe("/dash/usercodes/{kind}", () => {
  it("returns 404 for a code of the other kind, and allows the same name in both", async () => {
    const wrong = `/dash/usercodes/9003/${site.place}`;
    expect((await crew.admin.put(wrong, { body: { name: "다른 이름" } })).status).toBe(404);
    expect((await crew.admin.send("DELETE", wrong)).status).toBe(404);
    expect((await crew.admin.post("/dash/usercodes/9003", { body: { name: "본관" } })).status).toBe(200);
    expect(await server.db("userCodes").where({ id: site.place }).first()).toMatchObject({ name: "본관" });
  });

  it("rejects an unknown kind", async () => {
    const answer = await crew.admin.get("/dash/usercodes/9001");
    expect([answer.status, answer.body]).toEqual([400, { kind: "올바른 값이 아닙니다." }]);
  });

  it("removes disabled codes from the public list", async () => {
    const { body } = await crew.admin.post("/dash/usercodes/9002", { body: { name: "곧 닫을 곳" } });
    const offered = async () =>
      (await server.get("/api/user-code/9002/inuse")).body.some(({ id }: { id: number }) => id === body.id);
    expect(await offered()).toBe(true);
    await crew.admin.put(`/dash/usercodes/9002/${body.id}`, { body: { inUse: false } });
    expect(await offered()).toBe(false);
  });
});

describe("PUT /dash/usercodes/{kind}/sort", () => {
  const path = "/dash/usercodes/9002/sort";
  const orderOf = async (ids: number[]) =>
    (await server.db("userCodes").whereIn("id", ids).orderBy("id")).map(({ dispOrder }) => dispOrder);
  const add = async (name: string) =>
    (await server.db("userCodes").insert({ kind: 9002, name }).returning("id"))[0].id as number;
  let ids: number[];

  beforeEach(async () => {
    await server.db("userCodes").where("name", "like", "순서%").del();
    ids = [await add("순서 1"), await add("순서 2"), await add("순서 3")];
  });

  it("reorders codes, visible to visitors immediately", async () => {
    const dispOrders = ids.map((id, index) => ({ id, dispOrder: 903 - index }));
    expect((await answered(crew.admin.put(path, { body: { dispOrders } }), 204)).text).toBe("");
    expect(await orderOf(ids)).toEqual([903, 902, 901]);
    const offered: { name: string }[] = (await server.get("/api/user-code/9002/inuse")).body;
    expect(offered.map(({ name }) => name).filter((name) => name.startsWith("순서"))).toEqual([
      "순서 3",
      "순서 2",
      "순서 1",
    ]);
  });

  it("rejects other kinds, unknown and repeated ids, and changes nothing", async () => {
    const [first = 0] = ids;
    const dispOrders = [first, site.purpose, 2_000_000_000, first].map((id) => ({ id, dispOrder: 9 }));
    const answer = await answered(crew.admin.put(path, { body: { dispOrders } }), 400);
    expect(Object.keys(answer.body)).toEqual(["dispOrders.1.id", "dispOrders.2.id", "dispOrders.3.id"]);
    expect(await orderOf(ids)).toEqual([0, 0, 0]);
  });

  it("applies one of several simultaneous orders completely", async () => {
    const sort = (order: number[]) =>
      crew.admin.put(path, {
        body: { dispOrders: order.map((id, index) => ({ id, dispOrder: index + 1 })) },
      });
    const middle = { table: "userCodes", id: ids[1] ?? 0 };
    // as many as may wait for locks: half of the pool
    const answers = await raceForRow(server.db, middle, 4, () =>
      Promise.all(Array.from({ length: 4 }, (_, n) => sort(n % 2 === 0 ? ids : ids.toReversed()))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(204));
    expect([
      [1, 2, 3],
      [3, 2, 1],
    ]).toContainEqual(await orderOf(ids));
  });

  it("requires an order", async () => {
    expect((await crew.admin.put(path, { body: { dispOrders: [] } })).status).toBe(400);
    expect((await crew.admin.put(path, { body: {} })).body).toEqual({ dispOrders: "필수 입력 항목입니다" });
    expect(await orderOf(ids)).toEqual([0, 0, 0]);
  });
});
