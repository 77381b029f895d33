import { describe, expect, it } from "vitest";
import { publicHolidays, type WorkingHours, workingTimeBefore } from "#api/features/holidays/holidays.ts";

const hour = 3_600_000;
const hours = (more: Partial<WorkingHours> = {}): WorkingHours => ({
  timezone: "Asia/Seoul",
  workFrom: "09:00",
  workUntil: "18:00",
  workDays: [1, 2, 3, 4, 5],
  daysOff: new Set(),
  ...more,
});
const at = (wall: string, offset = "+09:00") => new Date(`${wall.replace(" ", "T")}:00${offset}`);
const startOf = (now: Date, count: number, more: Partial<WorkingHours> = {}) =>
  workingTimeBefore(now, count * hour, hours(more))?.toISOString();

describe("startOf", () => {
  it("counts within a day", () => {
    expect(startOf(at("2026-03-10 15:00"), 4)).toBe(at("2026-03-10 11:00").toISOString());
  });

  it("continues the evening before, without the night", () => {
    expect(startOf(at("2026-03-11 10:00"), 4)).toBe(at("2026-03-10 15:00").toISOString());
    expect(startOf(at("2026-03-11 03:00"), 4)).toBe(at("2026-03-10 14:00").toISOString());
    expect(startOf(at("2026-03-10 22:00"), 4)).toBe(at("2026-03-10 14:00").toISOString());
  });

  it("skips weekends in the site's time zone", () => {
    expect(startOf(at("2026-03-16 10:00"), 4)).toBe(at("2026-03-13 15:00").toISOString());
    // Sunday evening in Seoul
    expect(startOf(at("2026-03-15 23:30"), 1)).toBe(at("2026-03-13 17:00").toISOString());
    expect(startOf(at("2026-03-16 10:00"), 4, { workDays: [6, 7] })).toBe(
      at("2026-03-15 14:00").toISOString(),
    );
  });

  it("skips holidays", () => {
    const daysOff = new Set(["2026-03-10", "2026-03-11"]);
    expect(startOf(at("2026-03-12 10:00"), 4, { daysOff })).toBe(at("2026-03-09 15:00").toISOString());
  });

  it("follows the wall clock across daylight saving", () => {
    const berlin = { timezone: "Europe/Berlin", workDays: [1, 2, 3, 4, 5, 6, 7] };
    // 29 March 2026 has 23 hours
    expect(startOf(at("2026-03-29 10:00", "+02:00"), 2, berlin)).toBe(
      at("2026-03-28 17:00", "+01:00").toISOString(),
    );
  });

  it("is undefined without working time in two months", () => {
    expect(startOf(at("2026-03-16 10:00"), 80, { workFrom: "09:00", workUntil: "09:01" })).toBeUndefined();
  });
});

describe("public holidays", () => {
  it("follow the government's calendar, with substitute holidays", async () => {
    const days = await publicHolidays(2026);
    expect(days?.get("2026-02-17")).toBe("설날");
    expect(days?.get("2026-03-02")).toBe("대체공휴일(3ㆍ1절)");
    expect(days?.has("2026-03-03")).toBe(false);
  });

  it("are unknown for a year not announced yet", async () => {
    expect(await publicHolidays(2199)).toBeUndefined();
  });
});
