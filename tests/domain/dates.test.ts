import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addMinutes,
  defaultEnd,
  floorToStep,
  fromInstant,
  isWallTime,
  latestEnd,
  minutesBetween,
  toInstant,
} from "#contract/dates.ts";
import { periodErrors } from "#contract/visits/requests.ts";

const zones =
  "Asia/Seoul UTC America/New_York Europe/London Asia/Kolkata Pacific/Chatham America/St_Johns".split(" ");
const minute = 60_000;
const instant = fc
  .integer({ min: Date.UTC(2005, 0, 1) / minute, max: Date.UTC(2060, 0, 1) / minute })
  .map((minutes) => new Date(minutes * minute));

describe("wall times", () => {
  it("are valid only if they exist", () => {
    expect(isWallTime("2028-02-29 23:50")).toBe(true);
    for (const wrong of [
      "2026-02-29 10:00",
      "2026-13-01 10:00",
      "2026-01-01 24:00",
      "2026-01-01 10:60",
      "2026-1-1 10:00",
      "2026-01-01T10:00",
      "2026-01-01 10:00:00",
      "1999-01-01 10:00",
      "",
      " 2026-01-01 10:00",
    ]) {
      expect(isWallTime(wrong), wrong).toBe(false);
    }
  });

  it("convert to an instant and back unchanged in every time zone", () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
        const wall = fromInstant(at, zone);
        expect(isWallTime(wall)).toBe(true);
        expect(fromInstant(toInstant(wall, zone), zone)).toBe(wall);
      }),
    );
  });

  it("have a fixed offset in a zone without daylight saving", () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(toInstant(fromInstant(at, "Asia/Seoul"), "Asia/Seoul")).toEqual(at);
        expect(fromInstant(at, "Asia/Seoul")).toBe(
          new Date(at.getTime() + 9 * 60 * minute).toISOString().slice(0, 16).replace("T", " "),
        );
      }),
    );
  });

  it("are added and subtracted independent of time zones", () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -100_000, max: 100_000 }), (at, minutes) => {
        const wall = fromInstant(at, "UTC");
        expect(minutesBetween(wall, addMinutes(wall, minutes))).toBe(minutes);
      }),
    );
  });

  it("are rounded down to ten minutes", () => {
    expect(floorToStep("2026-03-10 10:09")).toBe("2026-03-10 10:00");
    expect(floorToStep("2026-03-10 10:10")).toBe("2026-03-10 10:10");
  });
});

describe("end of a visit", () => {
  it("is 23:59 of the last day at the latest", () => {
    expect(latestEnd("2026-02-27 10:00", 1)).toBe("2026-02-27 23:59");
    expect(latestEnd("2026-02-27 10:00", 7)).toBe("2026-03-05 23:59");
  });

  it("defaults to two hours after the start, within the maximum", () => {
    expect(defaultEnd("2026-03-10 10:00", 7)).toBe("2026-03-10 12:00");
    expect(defaultEnd("2026-03-10 23:00", 7)).toBe("2026-03-11 01:00");
    expect(defaultEnd("2026-03-10 23:00", 1)).toBe("2026-03-10 23:50");
    expect(defaultEnd("2026-03-10 23:40", 1)).toBe("2026-03-10 23:50");
  });

  it("defaults to the last minute when no ten-minute step is left", () => {
    expect(defaultEnd("2026-03-10 23:50", 1)).toBe("2026-03-10 23:59");
    expect(defaultEnd("2026-03-10 23:50", 2)).toBe("2026-03-11 01:50");
  });
});

describe("periodErrors", () => {
  const now = "2026-03-10 10:05";
  const check = (startDate: string, endDate: string, days = 7) =>
    periodErrors({ startDate, endDate }, days, now);

  it("accepts a start up to 30 minutes ago", () => {
    expect(check("2026-03-10 09:40", "2026-03-10 12:00")).toEqual({});
    expect(periodErrors({ startDate: "2026-03-10 09:35", endDate: "2026-03-10 12:00" }, 7, now)).toEqual({});
    expect(check("2026-03-10 09:30", "2026-03-10 12:00")).toEqual({ startDate: "startPast" });
  });

  it("requires an end after the start", () => {
    expect(check("2026-03-10 11:00", "2026-03-10 11:00")).toEqual({ endDate: "endAfterStart" });
    expect(check("2026-03-10 11:00", "2026-03-10 10:50")).toEqual({ endDate: "endAfterStart" });
    expect(check("2026-03-10 11:00", "2026-03-10 11:10")).toEqual({});
  });

  it("requires an end after the start in an hour skipped by daylight saving", () => {
    const period = { startDate: "2027-03-14 02:30", endDate: "2027-03-14 03:30" };
    expect(periodErrors(period, 7, now, "America/New_York")).toEqual({ endDate: "endAfterStart" });
    expect(periodErrors({ ...period, endDate: "2027-03-14 03:40" }, 7, now, "America/New_York")).toEqual({});
    expect(periodErrors(period, 7, now, "Asia/Seoul")).toEqual({});
  });

  it("requires an end within maxRequestDays", () => {
    expect(check("2026-03-10 11:00", "2026-03-16 23:50")).toEqual({});
    expect(check("2026-03-10 11:00", "2026-03-17 00:00")).toEqual({ endDate: "endTooLate:7" });
    expect(check("2026-03-10 11:00", "2026-03-10 23:50", 1)).toEqual({});
    expect(check("2026-03-10 11:00", "2026-03-11 00:00", 1)).toEqual({ endDate: "endTooLate:1" });
  });

  it("checks only valid dates", () => {
    expect(periodErrors({ endDate: "2026-03-01 10:00" }, 7, now)).toEqual({});
    expect(periodErrors({ startDate: "2026-03-01 10:00" }, 7, now)).toEqual({ startDate: "startPast" });
  });
});
