import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { raceForRow } from "../../support/database/row-locks.ts";
import { type AddedVisit, addVisit, logsOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await server.db("passes").del();
  await server.db("changes").del();
});

const stored = () => server.db("passes").orderBy("id");
const changes = async () =>
  (await server.db("changes").orderBy("id")).map(({ kind, visitId }) => ({ kind, visitId }));

const sorts = [
  { path: "/api/pass", other: "/api/vehicle-pass", vehicle: false, what: "P-1 출입증", field: "pass" },
  { path: "/api/vehicle-pass", other: "/api/pass", vehicle: true, what: "P-1 차량 출입증", field: "carPass" },
] as const;

describe.each(sorts)("$path", ({ path, other, vehicle, what, field }) => {
  const add = async (passNo = "P-1", more: Record<string, unknown> = {}) => {
    const earlier = new Date(server.now.getTime() - 60_000);
    const [pass] = await server
      .db("passes")
      .insert({ vehicle, passNo, createdAt: earlier, updatedAt: earlier, ...more })
      .returning("*");
    return pass;
  };
  const issued = async (visit: AddedVisit = {}) => {
    const holder = await addVisit(server, site, { statusCode: "entered", ...visit });
    const pass = await add("P-1", { status: "issued", visitId: holder.id, issuedAt: server.now });
    return { holder, pass };
  };

  describe("all methods", () => {
    it("return 404 for a pass of the other sort and an unknown pass", async () => {
      const pass = await add("P-1", { vehicle: !vehicle });
      for (const id of [pass.id, 2_000_000_000]) {
        expect((await crew.desk.put(`${path}/${id}`, { body: { status: "lost" } })).status).toBe(404);
        expect((await crew.desk.send("DELETE", `${path}/${id}`)).status).toBe(404);
      }
      expect((await crew.desk.get(path)).body.rows).toEqual([]);
      expect(await stored()).toEqual([pass]);
    });
  });

  describe("POST", () => {
    it.each(["desk", "admin"] as const)("lets %s add a pass", async (role) => {
      const answer = await answered(crew[role].post(path, { body: { passNo: " P-1 ", kind: "방문" } }));
      const [row] = await stored();
      expect(row).toMatchObject({ vehicle, passNo: "P-1", kind: "방문", status: "available", visitId: null });
      expect(answer.body).toEqual({
        id: row.id,
        passNo: "P-1",
        kind: "방문",
        status: "available",
        visit: null,
        createdAt: "2026-03-10 10:00",
        updatedAt: "2026-03-10 10:00",
      });
      expect(await changes()).toEqual([{ kind: "pass", visitId: null }]);
    });

    it("rejects a taken number, ignoring case and width, also for simultaneous calls; the other sort may use it", async () => {
      const answers = await Promise.all(
        ["P-1", "p-1", "Ｐ-1", "ｐ－１", "P-1"].map((passNo) => crew.desk.post(path, { body: { passNo } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
      const refused = answers.find(({ status }) => status === 400);
      expect(refused?.body).toEqual({ passNo: "이미 등록된 번호입니다." });
      expect(await stored()).toMatchObject([{ passNo: "P-1" }]);
      expect((await crew.desk.get(`${path}?q=${encodeURIComponent("ｐ－１")}`)).body.rows).toHaveLength(1);
      await expect(add("p-1")).rejects.toMatchObject({ code: "23505" });
      expect((await crew.desk.post(other, { body: { passNo: "P-1" } })).status).toBe(200);
    });
  });

  describe("PUT", () => {
    const put = (id: number, body: object) => crew.desk.put(`${path}/${id}`, { body });

    it("renames a pass, and accepts the record as returned by GET", async () => {
      const { id } = await add("P-1", { kind: "방문" });
      const { rows } = (await crew.desk.get(path)).body;
      const answer = await answered(put(id, { ...rows[0], passNo: "P-7", kind: "" }));
      expect(answer.body).toMatchObject({ id, passNo: "P-7", kind: "", status: "available" });
      expect((await stored())[0]).toMatchObject({ passNo: "P-7", kind: "", updatedAt: server.now });
    });

    it.each(["available", "issued", "lost", "retired"] as const)(
      "accepts a pass with the status %s as returned by GET, and changes nothing",
      async (status) => {
        if (status === "issued") await issued();
        else await add("P-1", { status });
        const [before] = await stored();
        const { rows } = (await crew.desk.get(path)).body;
        await answered(put(before.id, rows[0]));
        expect(await stored()).toEqual([{ ...before, updatedAt: server.now }]);
      },
    );

    it("keeps omitted fields", async () => {
      const { id } = await add("P-1", { kind: "방문", status: "retired" });
      expect((await put(id, {})).body).toMatchObject({ passNo: "P-1", kind: "방문", status: "retired" });
    });

    it("rejects a taken number, another id, and the status issued", async () => {
      const { id } = await add("P-1");
      await add("P-2");
      expect((await put(id, { passNo: "P-2" })).body).toEqual({ passNo: "이미 등록된 번호입니다." });
      expect((await put(id, { id: id + 1 })).body).toEqual({ id: "올바른 값이 아닙니다." });
      expect((await put(id, { status: "issued" })).body).toEqual({ status: "올바른 값이 아닙니다." });
      expect((await put(id, { visitId: 1 })).body).toEqual({
        visitId: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
      });
      expect((await stored())[0]).toMatchObject({ passNo: "P-1", status: "available" });
    });

    it.each([
      ["available", "retired"],
      ["retired", "available"],
      ["available", "lost"],
      ["lost", "available"],
      ["lost", "retired"],
    ])("changes the status from %s to %s", async (from, to) => {
      const { id } = await add("P-1", { status: from });
      expect((await put(id, { status: to })).body.status).toBe(to);
      expect((await stored())[0].status).toBe(to);
    });

    it("takes a lost pass from its holder, who is then no longer listed as not returned", async () => {
      const { pass, holder } = await issued({ statusCode: "exited" });
      expect((await crew.desk.get("/api/visit/not-returns")).body.total).toBe(1);
      const answer = await answered(put(pass.id, { status: "lost" }));
      expect(answer.body).toMatchObject({ status: "lost", visit: null });
      expect((await stored())[0]).toMatchObject({ status: "lost", visitId: null, issuedAt: null });
      expect((await crew.desk.get("/api/visit/not-returns")).body.total).toBe(0);
      expect(await logsOf(server.db, holder.id)).toMatchObject([
        {
          action: "lost",
          fromCode: "exited",
          toCode: "exited",
          actorKind: "staff",
          actorId: crew.desk.id,
          passNo: "P-1",
          at: server.now,
        },
      ]);
      expect(await changes()).toEqual([
        { kind: "visit", visitId: holder.id },
        { kind: "pass", visitId: null },
      ]);
      expect((await put(pass.id, { status: "available" })).body.status).toBe("available");
    });

    it("keeps the visitor of a lost pass inside, so that another can be issued", async () => {
      const { pass, holder } = await issued();
      await put(pass.id, { status: "lost" });
      const visit = (await crew.desk.get(`/dash/visits/${holder.id}`)).body;
      expect(visit).toMatchObject({ statusCode: "entered", [field]: null });
    });

    it("records a loss once for simultaneous calls", async () => {
      const { pass, holder } = await issued();
      const answers = await raceForRow(server.db, { table: "visits", id: holder.id }, 3, () =>
        Promise.all([1, 2, 3].map(() => put(pass.id, { status: "lost" }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 405, 405]);
      expect((await put(pass.id, { status: "lost" })).status).toBe(200);
      expect(await logsOf(server.db, holder.id)).toHaveLength(1);
    });

    it.each([{ passNo: "P-9" }, { status: "available" }, { status: "retired" }])(
      "returns 405 for %j while the pass is issued",
      async (body) => {
        const { pass, holder } = await issued();
        const answer = await answered(put(pass.id, body), 405);
        expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
        expect(answer.text).toBe(
          `${what}은 방문객이 소지하고 있습니다. 회수하거나 분실로 처리한 뒤에 변경하거나 삭제할 수 있습니다.`,
        );
        expect((await stored())[0]).toMatchObject({ passNo: "P-1", status: "issued", visitId: holder.id });
      },
    );

    it("changes the kind of an issued pass", async () => {
      const { pass, holder } = await issued();
      const answer = await put(pass.id, { passNo: "P-1", kind: "공사" });
      expect(answer.body).toMatchObject({ kind: "공사", status: "issued", visit: { id: holder.id } });
    });

    it("does not deadlock with a check-in and check-out of the same pass", async () => {
      const { pass, holder } = await issued();
      const [markedLost, recovered] = await Promise.all([
        put(pass.id, { status: "lost" }),
        crew.desk.put(`/dash/visits/${holder.id}/recovery`, { body: {} }),
      ]);
      expect(recovered.status, recovered.text).toBe(200);
      expect([200, 405]).toContain(markedLost.status);
      expect(["lost", "available"]).toContain((await stored())[0].status);
    });
  });

  describe("DELETE", () => {
    const remove = (id: number) => crew.desk.send("DELETE", `${path}/${id}`);

    it("deletes a pass, and returns 404 the second time", async () => {
      const { id } = await add();
      expect((await answered(remove(id), 204)).text).toBe("");
      expect(await stored()).toEqual([]);
      expect(await changes()).toEqual([{ kind: "pass", visitId: null }]);
      expect((await remove(id)).status).toBe(404);
    });

    it("returns 405 while the pass is issued", async () => {
      const { pass } = await issued();
      expect((await answered(remove(pass.id), 405)).text).toContain(what);
      expect((await crew.desk.send("DELETE", `${path}/${pass.id}`, { lang: "en" })).text).toMatch(
        /held by a visitor/,
      );
      expect(await stored()).toHaveLength(1);
    });
  });

  describe("GET", () => {
    const numbers = async (query: string) => {
      const answer = await answered(crew.desk.get(`${path}?${query}`));
      return answer.body.rows.map(({ passNo }: { passNo: string }) => passNo);
    };

    it("lists passes with holders, sorted by number naturally", async () => {
      await add("P-10");
      await add("P-2", { status: "lost" });
      const { holder } = await issued({ name: "홍길동" });
      const { body } = await crew.desk.get(path);
      expect(body).toMatchObject({ total: 3, totalCapped: false });
      expect(body.rows.map(({ passNo }: { passNo: string }) => passNo)).toEqual(["P-1", "P-2", "P-10"]);
      expect(body.rows[0]).toMatchObject({
        status: "issued",
        visit: { id: holder.id, reserveNo: holder.reserveNo, name: "홍길동" },
      });
    });

    it("filters, searches, sorts and pages", async () => {
      await add("A-1", { kind: "공사", updatedAt: new Date("2026-01-03") });
      await add("A-2", { kind: "방문", status: "lost", updatedAt: new Date("2026-01-01") });
      await add("B_3", { kind: "방문", status: "retired", updatedAt: new Date("2026-01-02") });
      expect(await numbers("status=lost,retired")).toEqual(["A-2", "B_3"]);
      expect(await numbers("q=a-")).toEqual(["A-1", "A-2"]);
      expect(await numbers(`q=${encodeURIComponent("방문")}`)).toEqual(["A-2", "B_3"]);
      expect(await numbers("q=_")).toEqual(["B_3"]);
      expect(await numbers("q=%25")).toEqual([]);
      expect(await numbers("sort=-passNo")).toEqual(["B_3", "A-2", "A-1"]);
      expect(await numbers("sort=kind")).toEqual(["A-1", "A-2", "B_3"]);
      expect(await numbers("sort=updatedAt")).toEqual(["A-2", "B_3", "A-1"]);
      expect(await numbers("sort=-status&size=1&page=2")).toEqual(["A-2"]);
      expect((await crew.desk.get(`${path}?page=9`)).body).toEqual({
        rows: [],
        total: 3,
        totalCapped: false,
      });
    });

    it("searches by holder's name, and logs the access to the visits", async () => {
      await add("P-5");
      const { holder } = await issued({ name: "임꺽정" });
      expect(await numbers(`q=${encodeURIComponent("꺽정")}`)).toEqual(["P-1"]);
      const trace = await server.db("accessLog").orderBy("id", "desc").first();
      expect(trace).toMatchObject({ action: path, visitIds: [holder.id], hostUserId: crew.desk.id });
    });
  });
});
