import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const { server, crew } = await staffedSite();
const read = async (year: number | string) => crew.desk.get(`/dash/holidays?year=${year}`);
const put = (day: string, body: object, by = crew.admin) => by.put(`/dash/holidays/${day}`, { body });
const dayOf = async (day: string) =>
  (await read(day.slice(0, 4))).body.days.find((one: { day: string }) => one.day === day);

beforeEach(async () => {
  await server.db("holidays").del();
  await server.db("configuration").update({ koreanHolidays: true });
});

describe("GET, PUT and DELETE /dash/holidays", () => {
  it("list Korean public holidays, in order", async () => {
    const { body } = await answered(read(2026));
    expect(body).toMatchObject({ year: 2026, known: true });
    expect(body.days[0]).toEqual({
      day: "2026-01-01",
      name: "1월 1일",
      off: true,
      publicName: "1월 1일",
      changed: false,
    });
    const days = body.days.map(({ day }: { day: string }) => day);
    expect(days).toEqual([...days].sort());
  });

  it("return names in the user's language, including substitute holidays", async () => {
    const { body } = await crew.desk.get("/dash/holidays?year=2026", {
      headers: { "Accept-Language": "en" },
    });
    const named = Object.fromEntries(
      body.days.map(({ day, name }: { day: string; name: string }) => [day, name]),
    );
    expect(named["2026-02-17"]).toBe("Seollal (Lunar New Year)");
    expect(named["2026-08-17"]).toBe("Substitute holiday (Liberation Day)");
  });

  it("list no public holidays when the site disables them", async () => {
    await crew.admin.put("/dash/config", { body: { koreanHolidays: false } });
    expect((await read(2026)).body).toEqual({ year: 2026, known: true, days: [] });
  });

  it("report an unknown year, and store the site's own days", async () => {
    expect((await read(2099)).body).toEqual({ year: 2099, known: false, days: [] });
    expect((await put("2099-05-05", { name: "어린이날", off: true })).body.days).toHaveLength(1);
  });

  it("add and remove a day of the site", async () => {
    await answered(put("2026-06-15", { name: "창립기념일", off: true }));
    expect(await dayOf("2026-06-15")).toEqual({
      day: "2026-06-15",
      name: "창립기념일",
      off: true,
      publicName: null,
      changed: true,
    });
    expect((await crew.admin.send("DELETE", "/dash/holidays/2026-06-15")).status).toBe(200);
    expect(await dayOf("2026-06-15")).toBeUndefined();
    expect((await crew.admin.send("DELETE", "/dash/holidays/2026-06-15")).status).toBe(404);
  });

  it("turn a holiday into a working day and back", async () => {
    await put("2026-05-01", { off: false });
    expect(await dayOf("2026-05-01")).toMatchObject({ name: "노동절", off: false, changed: true });
    await crew.admin.send("DELETE", "/dash/holidays/2026-05-01");
    expect(await dayOf("2026-05-01")).toMatchObject({ off: true, changed: false });
  });

  it("reject an invalid date, a missing name, and a working day that is one already", async () => {
    expect((await put("2026-02-30", { name: "없는 날", off: true })).status).toBe(400);
    const nameless = await put("2026-06-15", { off: true });
    expect([nameless.status, nameless.body]).toEqual([400, { name: expect.any(String) }]);
    const work = await put("2026-06-15", { name: "월요일", off: false });
    expect([work.status, work.body]).toEqual([400, { off: expect.any(String) }]);
    expect((await read("20")).status).toBe(400);
  });

  it("return 403 except for administrators, and log the change", async () => {
    expect((await put("2026-06-15", { name: "창립기념일", off: true }, crew.desk)).status).toBe(403);
    await put("2026-06-15", { name: "창립기념일", off: true });
    const [event] = await server.db("events").where({ subject: "holidays" }).orderBy("id", "desc").limit(1);
    expect(event).toMatchObject({ detail: "창립기념일", hostUserId: crew.admin.id });
  });
});

describe("PUT /dash/config: working hours", () => {
  const change = (body: object) => crew.admin.put("/dash/config", { body });

  it("must end after they start, on valid weekdays", async () => {
    const wrong = await change({ workFrom: "18:00", workUntil: "09:00" });
    expect([wrong.status, wrong.body]).toEqual([400, { workUntil: expect.any(String) }]);
    const early = await change({ workUntil: "08:00" });
    expect([early.status, early.body]).toEqual([400, { workUntil: expect.any(String) }]);
    expect((await change({ workDays: [] })).body).toEqual({ workDays: expect.any(String) });
    expect((await change({ workDays: [8] })).status).toBe(400);
    expect((await change({ escalateAfterHours: 81 })).status).toBe(400);
    const right = await change({ workDays: [6, 1, 1], workFrom: "08:30", workUntil: "17:30" });
    expect(right.body).toMatchObject({ workDays: [1, 6], workFrom: "08:30", workUntil: "17:30" });
  });
});
