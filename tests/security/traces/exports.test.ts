/** Exports: reason, log, permissions, masks (OWASP ASVS 5.0, 14.2.4, 16.2.1; 안전성 확보조치 기준 제8조). */
import readSheets from "read-excel-file/node";
import { beforeEach, describe, expect, it } from "vitest";
import { exportedCells, exportNames } from "#contract/privacy/exports.ts";
import { sheetOfCells, sheetsFile } from "../../../desktop/renderer/console/components/export/sheet-file.ts";
import { answered } from "../../support/api.ts";
import { type SignedIn, signedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { db } = server;
const cellphone = "010-0000-4321";
const reason = "월간 점검";
let since = 0;

const exportAs = (by: SignedIn, body: object, lang?: string) =>
  by.post("/dash/exports", {
    body: { reason, ...body },
    ...(lang && { headers: { "Accept-Language": lang } }),
  });

async function exported(by: SignedIn, body: object, lang?: string) {
  return exportedCells.parse((await answered(exportAs(by, body, lang))).body);
}

const added = () => db("events").where("id", ">", since).where({ kind: "export" }).orderBy("id");
const accessed = () => db("accessLog").orderBy("id");

beforeEach(async () => {
  server.now = new Date("2026-03-10T01:00:00Z");
  await truncate(db, "visits");
  since = (await db("events").max("id as id").first())?.id ?? 0;
});

describe("POST /dash/exports", () => {
  it("returns 401 without a session, and 403 as the list itself, logged", async () => {
    expect((await server.post("/dash/exports", { body: { list: "visits", reason } })).status).toBe(401);
    const refusedTo: Record<(typeof exportNames)[number], readonly (keyof typeof crew)[]> = {
      visits: ["host"],
      reserved: ["host", "privacy"],
      inside: ["host", "privacy"],
      notReturned: ["host", "privacy"],
      hostUsers: ["host", "privacy"],
      accessLog: ["host", "desk"],
      register: ["host", "desk"],
    };
    for (const list of exportNames)
      for (const role of ["host", "desk", "admin", "privacy"] as const) {
        const { status } = await exportAs(crew[role], { list });
        expect([list, role, status]).toEqual([list, role, refusedTo[list].includes(role) ? 403 : 200]);
      }
    expect(
      await db("events").where("id", ">", since).where({ kind: "refused", call: "POST /dash/exports" }),
    ).not.toEqual([]);
  });

  it("requires a reason and a list, and rejects invalid filters", async () => {
    const none = await crew.desk.post("/dash/exports", { body: {} });
    expect([none.status, Object.keys(none.body).sort()]).toEqual([400, ["list", "reason"]]);
    const unknown = await exportAs(crew.desk, {
      list: "visits",
      filters: { status: "strange", password: "x" },
    });
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, expect.arrayContaining(["status"])]);
    expect(await added()).toEqual([]);
  });

  it("returns matching rows, masked, and writes an event and access-log rows", async () => {
    const before = (await accessed()).length;
    const { id } = await addVisit(server, site, { name: "차도윤", company: "=1+1", cellphone });
    await addVisit(server, site, { name: "이다온", company: "다온건설", cellphone });
    const { headings, lines, isCut } = await exported(crew.desk, {
      list: "visits",
      filters: { q: "차도윤", sort: "-startDate" },
    });
    expect(headings.slice(0, 4)).toEqual(["예약번호", "상태", "방문객", "소속"]);
    expect(lines.map((line) => line.slice(2, 4))).toEqual([["차도윤", "=1+1"]]);
    expect(JSON.stringify(lines)).not.toContain("4321");
    expect(isCut).toBe(false);
    expect(await added()).toMatchObject([
      {
        hostUserId: crew.desk.id,
        call: "POST /dash/exports",
        detail: `1 (visits, q, sort=-startDate): ${reason}`,
      },
    ]);
    expect(JSON.stringify(await added())).not.toContain("차도윤");
    expect((await accessed()).slice(before)).toMatchObject([{ hostUserId: crew.desk.id, visitIds: [id] }]);
  });

  it("removes numbers and visitors' names from the reason", async () => {
    await addVisit(server, site, { name: "차 도윤", statusCode: "ended", hiddenAt: server.now });
    await addVisit(server, site, { name: "Lee Daon" });
    const text = `${cellphone} 문의 (차도윤님,\nLEE  Daon)`;
    await exported(crew.privacy, { list: "register", reason: text });
    await answered(crew.admin.post("/dash/events/export", { body: { reason: text } }));
    const details = (await added()).map(({ detail }) => detail);
    expect(details).toEqual(Array(2).fill(expect.stringMatching(/: \*\*\* 문의 \(○○○님,\n○○○\)$/)));
  });

  async function addMany(count: number): Promise<void> {
    const { id } = await addVisit(server, site, { name: "손님" });
    await db.raw(
      `INSERT INTO visits (reserve_no, status_code, host_user_id, location_id, purpose_id, name, company, start_at, end_at, origin, lang, destroy_on)
       SELECT left(reserve_no, 7) || 20000 + n, status_code, host_user_id, location_id, purpose_id, name || n, company, start_at, end_at, origin, lang, destroy_on
       FROM visits, generate_series(1, ?) AS n WHERE id = ?`,
      [count - 1, id],
    );
  }

  it("reads page by page, each with its access-log row", async () => {
    await addMany(450);
    const before = (await accessed()).length;
    const { lines, isCut } = await exported(crew.desk, { list: "visits" });
    expect([lines.length, new Set(lines.map(([no]) => no)).size, isCut]).toEqual([450, 450, false]);
    expect((await added())[0].detail).toBe(`450 (visits): ${reason}`);
    expect(await accessed()).toHaveLength(before + 3);
  });

  it("stops when the session ends (ASVS 7.4.1)", async () => {
    await addMany(450);
    const me = await signedIn(server, site.company, "desk");
    const holder = await db.transaction();
    // The event waits between the first page and the others.
    await holder.raw("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE");
    const answer = exportAs(me, { list: "visits" }).then(
      () => "whole",
      () => "broken off",
    );
    await waitUntilBlocked(db);
    await db("sessions").where({ hostUserId: me.id }).delete();
    await holder.commit();
    expect(await answer).toBe("broken off");
    expect(await accessed().where({ hostUserId: me.id })).toHaveLength(1);
  });

  it("returns at most 10,000 rows, with isCut", async () => {
    await addMany(10_050);
    const { lines, isCut } = await exported(crew.desk, { list: "visits" });
    expect([lines.length, new Set(lines.map(([no]) => no)).size, isCut]).toEqual([10_000, 10_000, true]);
    expect((await added())[0].detail).toBe(`10000 (visits): ${reason}`);
  });

  it.each([
    ["ko", { hostUsers: "아이디", accessLog: "일시", register: "번호" }],
    ["en", { hostUsers: "Login ID", accessLog: "When", register: "No." }],
  ] as const)("has headings in the user's language: %s", async (lang, first) => {
    for (const list of ["hostUsers", "accessLog", "register"] as const)
      expect([list, (await exported(crew.admin, { list }, lang)).headings[0]]).toEqual([list, first[list]]);
  });

  it("writes formulas as text", async () => {
    const hostile = ["=1+1", "+82", "-2", "@SUM(A1)", '=HYPERLINK("https://elsewhere.example")'];
    for (const company of hostile) await addVisit(server, site, { company });
    const { headings, lines } = await exported(crew.desk, { list: "visits" });
    const file = await sheetsFile([sheetOfCells("방문", headings, lines)]);
    const [sheet] = await readSheets(Buffer.from(await file.arrayBuffer()));
    expect(new Set(sheet?.data.slice(1).map((line) => line[3]))).toEqual(new Set(hostile));
  });
});
