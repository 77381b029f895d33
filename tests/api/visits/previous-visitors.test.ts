/** Previous visitors in a reservation, whose number is copied without showing it. */
import { beforeEach, describe, expect, it } from "vitest";
import { fromInstant } from "#contract/dates.ts";
import { answered } from "../../support/api.ts";
import type { SignedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type AddedVisit, addVisit, seoul, visitOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(() => truncate(server.db, "visits"));

const days = (count: number) => new Date(server.now.getTime() - count * 86_400_000);
const cellphone = "010-1234-5678";

const periodOf = (ago: number) => ({
  startDate: fromInstant(days(ago), seoul),
  endDate: fromInstant(new Date(days(ago).getTime() + 3_600_000), seoul),
});

const addPast = (ago: number, more: AddedVisit = {}) =>
  addVisit(server, site, {
    statusCode: "ended",
    name: "한가람",
    cellphone,
    enteredAt: days(ago),
    enteredFrom: "approved",
    ...periodOf(ago),
    ...more,
  });

const path = (name: string) => `/dash/visits/previous-visitors?name=${encodeURIComponent(name)}`;
const offered = async (by: SignedIn, name = "한가") => (await answered(by.get(path(name)))).body;

describe("GET /dash/visits/previous-visitors: roles", () => {
  it("returns own visitors to hosts, all to the desk", async () => {
    const own = await addPast(2, { hostUserId: crew.host.id, name: "한가온" });
    const other = await addPast(1);
    expect(await offered(crew.host)).toMatchObject([{ id: own.id, name: "한가온" }]);
    expect(await offered(crew.desk)).toMatchObject([{ id: other.id }, { id: own.id }]);
  });
});

describe("GET /dash/visits/previous-visitors", () => {
  it("returns data of the last visit, with the number masked", async () => {
    await addPast(9, { company: "옛 회사" });
    const last = await addPast(2, { company: "나래상사", position: "부장", carNumber: "12가 3456" });
    expect(await offered(crew.desk)).toEqual([
      {
        id: last.id,
        name: "한가람",
        company: "나래상사",
        position: "부장",
        cellPhone: "010-12**-*678",
        emailMasked: "",
        carNumber: "12가 3456",
        hostUser: { id: site.host, name: expect.stringMatching(/^김철수 \(/) },
        purpose: { id: site.purpose, name: "회의" },
        accessiblePlace: { id: site.place, name: "본관" },
        startDate: expect.stringMatching(/^2026-03-08 /),
        companions: 0,
      },
    ]);
  });

  it("counts companions", async () => {
    const leader = await addPast(2);
    await addPast(2, { name: "동행하나", leaderId: leader.id });
    await addPast(2, { name: "동행둘", leaderId: leader.id, statusCode: "cancelled" });
    expect(await offered(crew.desk)).toMatchObject([{ id: leader.id, companions: 1 }]);
  });

  it("searches by part of the name and initial consonants of two letters or more", async () => {
    await addPast(1);
    for (const name of ["한가", "가람", "ㅎㄱㄹ", "한갈"]) {
      const found = name === "한갈" ? [] : [{ name: "한가람" }];
      expect(await offered(crew.desk, name), name).toMatchObject(found);
      expect(await offered(crew.desk, name)).toHaveLength(found.length);
    }
    expect(await offered(crew.desk, "한")).toEqual([]);
    expect(await offered(crew.desk, "나래")).toEqual([]);
  });

  it("finds a rare visitor behind hundreds of visits of another", async () => {
    const rare = await addPast(40, { name: "한가온", cellphone: "010-0000-0001" });
    const often = await addPast(1);
    await server.db.raw(
      `INSERT INTO visits (reserve_no, status_code, host_user_id, location_id, purpose_id, start_at, end_at, name, company,
         cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, origin, lang, destroy_on, entered_at, entered_from,
         ended_because, created_at)
       SELECT '260101-' || lpad(n::text, 5, '0'), status_code, host_user_id, location_id, purpose_id, start_at - n * interval '1 hour',
         end_at - n * interval '1 hour', name, company, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key,
         origin, lang, destroy_on, entered_at, entered_from, ended_because, created_at
       FROM visits, generate_series(1, 300) AS n WHERE id = ?`,
      [often.id],
    );
    for (const by of [crew.desk, crew.admin])
      expect(await offered(by)).toMatchObject([{ id: often.id }, { id: rare.id, name: "한가온" }]);
    await server.db("visits").update({ hostUserId: crew.host.id });
    expect(await offered(crew.host)).toMatchObject([{ id: often.id }, { id: rare.id }]);
  });

  it("tells namesakes apart by number, else by company, and returns at most eight", async () => {
    for (let n = 0; n < 7; n++) await addPast(n + 1, { cellphone: `010-1234-000${n}` });
    await addPast(20, { cellphone: "010-1234-0000" });
    for (const company of ["나래상사", "나래상사", "다온전자"])
      await addVisit(server, site, { statusCode: "exited", name: "한가람", company, ...periodOf(30) });
    const rows = await offered(crew.desk);
    expect(rows).toHaveLength(8);
    const numbers: string[] = rows.map(({ cellPhone }: { cellPhone: string }) => cellPhone.slice(-1));
    expect(numbers).toEqual([..."0123456", ""]);
    await server.db("visits").where("startAt", ">", days(25)).del();
    expect(await offered(crew.desk)).toHaveLength(2);
  });

  it("leaves out visitors who never entered, hidden visits and disabled entries", async () => {
    await addPast(1, { statusCode: "rejected", enteredAt: null, enteredFrom: null });
    await addPast(2, { statusCode: "approved", enteredAt: null, enteredFrom: null });
    await addPast(3, { hiddenAt: days(0) });
    expect(await offered(crew.desk)).toEqual([]);
    const outdated = {
      hostUserId: site.resigned,
      purposeId: site.closedPurpose,
      locationId: site.closedPlace,
    };
    await addPast(4, outdated);
    expect(await offered(crew.desk)).toMatchObject([
      { hostUser: null, purpose: null, accessiblePlace: null },
    ]);
  });
});

describe("POST /dash/visits/reserve with a previous visit", () => {
  const reserve = (by: SignedIn, more: Record<string, unknown>) =>
    by.post("/dash/visits/reserve", {
      body: {
        hostUser: crew.host.id,
        location: site.place,
        purpose: site.purpose,
        name: "한가람",
        startDate: "2026-03-11 14:00",
        endDate: "2026-03-11 16:00",
        ...more,
      },
    });
  const phoneOf = async (id: number) => {
    const stored = await visitOf(server.db, id);
    return server.cipher.decryptContact(stored, stored.reserveNo);
  };
  const visits = async () => Number((await server.db("visits").count("* as n").first())?.n);

  it("copies the number, encrypted for the new visit, and returns it masked", async () => {
    const before = await addPast(1);
    const { body, text } = await answered(reserve(crew.desk, { previousVisit: before.id }));
    expect(body.cellPhone).toBe("010-12**-*678");
    expect(text).not.toContain("5678");
    expect(await phoneOf(body.id)).toBe(cellphone);
    const stored = await visitOf(server.db, body.id);
    expect(stored.cellHash).toEqual(before.cellHash);
    expect(stored.cellCipher).not.toEqual(before.cellCipher);
  });

  it("uses English for a foreign number", async () => {
    const { id } = await addPast(1, { cellphone: "+12025550100" });
    const { body } = await reserve(crew.desk, { previousVisit: id });
    expect(await visitOf(server.db, body.id)).toMatchObject({ lang: "en" });
    expect(await phoneOf(body.id)).toBe("+12025550100");
  });

  it("uses a given number instead", async () => {
    const { id } = await addPast(1);
    const { body } = await reserve(crew.desk, { previousVisit: id, cellphone: "010-9999-0000" });
    expect(await phoneOf(body.id)).toBe("010-9999-0000");
  });

  it("copies no number if there is none or it cannot be decrypted", async () => {
    const { id } = await addPast(1);
    await server
      .db("visits")
      .where({ id })
      .update({ cellCipher: Buffer.alloc(60) });
    const { body } = await answered(reserve(crew.desk, { previousVisit: id }));
    expect(await visitOf(server.db, body.id)).toMatchObject({ cellCipher: null, cellHash: null });
  });

  it("copies a companion's number, and rejects another visitor's visit on its row", async () => {
    const leader = await addPast(1, { hostUserId: crew.host.id });
    const before = await addPast(1, {
      hostUserId: crew.host.id,
      name: "동행하나",
      cellphone: "010-2222-3333",
    });
    const companions = [
      { name: "동행하나", previousVisit: before.id },
      { name: "동행둘", previousVisit: before.id, cellphone: "010-9999-0000" },
      { name: "동행셋" },
    ];
    const { body } = await answered(reserve(crew.host, { previousVisit: leader.id, companions }));
    const party = await server.db("visits").where({ leaderId: body.id }).orderBy("id");
    expect(await Promise.all(party.map(({ id }) => phoneOf(id)))).toEqual([
      "010-2222-3333",
      "010-9999-0000",
      undefined,
    ]);
    const other = await addPast(1);
    const count = await visits();
    const refused = await reserve(crew.host, {
      companions: [{ name: "동행" }, { name: "남의손님", previousVisit: other.id }],
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ "companions.1.previousVisit": "찾을 수 없는 방문입니다." });
    expect(await visits()).toBe(count);
  });

  it("rejects another host's, hidden, never entered and unknown visits, and stores nothing", async () => {
    const other = await addPast(1);
    const hidden = await addPast(2, { hostUserId: crew.host.id, hiddenAt: days(0) });
    const absent = await addPast(3, { hostUserId: crew.host.id, enteredAt: null, enteredFrom: null });
    const before = await visits();
    for (const previousVisit of [other.id, hidden.id, absent.id, 2_000_000_000]) {
      for (const more of [{}, { cellphone }]) {
        const { body } = await answered(reserve(crew.host, { previousVisit, ...more }), 400);
        expect(body).toEqual({ previousVisit: "찾을 수 없는 방문입니다." });
      }
    }
    expect(await visits()).toBe(before);
    const own = await addPast(4, { hostUserId: crew.host.id });
    expect((await reserve(crew.host, { previousVisit: own.id })).status).toBe(200);
  });
});
