/** Typed dates and times of the console's fields. */
import { describe, expect, it } from "vitest";
import {
  isCompleteDay,
  isCompleteTime,
  parseDay,
  parseTime,
} from "../../desktop/renderer/console/components/dates/parse-day-time.ts";

const today = "2026-12-28";

describe("parseDay", () => {
  it.each([
    ["2026-11-22", "2026-11-22"],
    [" 2026.11.22. ", "2026-11-22"],
    ["20261122", "2026-11-22"],
    ["261122", "2026-11-22"],
    ["26/1/2", "2026-01-02"],
    ["2026년 11월 2일", "2026-11-02"],
    ["11/22", "2026-11-22"],
    ["11월 22일", "2026-11-22"],
    ["1122", "2026-11-22"],
    ["11/22/2027", "2027-11-22"],
    ["22 Nov 2026", "2026-11-22"],
    ["November 22, 2026", "2026-11-22"],
    ["Nov 2", "2026-11-02"],
  ])("parses %j", (text, day) => {
    expect(parseDay(text, today)).toBe(day);
  });

  it.each(["", "tomorrow", "22", "2026-13-01", "2026-02-30", "0230", "1 2 3 4", "123", "2026112", "Foo 3"])(
    "rejects %j",
    (text) => {
      expect(parseDay(text, today)).toBeUndefined();
    },
  );

  it("without a year returns the next possible date", () => {
    expect(parseDay("1/3", today, today)).toBe("2027-01-03");
    expect(parseDay("12/31", today, today)).toBe("2026-12-31");
    expect(parseDay("1/3", today)).toBe("2026-01-03");
    expect(parseDay("2026-01-03", today, today)).toBe("2026-01-03");
  });

  it("isCompleteDay is true for a complete date", () => {
    expect(["2026-11-22", "20261122", "2026.11.22"].every(isCompleteDay)).toBe(true);
    expect(["2026-11-2", "11/22", "2026-1122", ""].some(isCompleteDay)).toBe(false);
  });
});

describe("parseTime", () => {
  it.each([
    ["14:30", "14:30"],
    ["1430", "14:30"],
    ["930", "09:30"],
    ["14", "14:00"],
    ["9", "09:00"],
    ["14시 30분", "14:30"],
    ["9.5", "09:05"],
    ["2:30 pm", "14:30"],
    ["12 am", "00:00"],
    ["0000", "00:00"],
  ])("parses %j as %s", (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it.each(["", "noon", "24:00", "2400", "14:60", "1460", "12345", "1:2:3", "13 pm"])("rejects %j", (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  it("isCompleteTime is true for a complete time", () => {
    expect(isCompleteTime("14:30")).toBe(true);
    expect(["14:3", "1430", ""].some(isCompleteTime)).toBe(false);
  });
});
