/** Named periods. */
import { expect, it } from "vitest";
import { type PeriodPreset, periodPresets, presetDays, presetOf } from "#contract/periods.ts";

const daysOf = (today: string) =>
  Object.fromEntries(
    periodPresets.map((preset) => {
      const { from, to } = presetDays(preset, today);
      return [preset, from === to ? from : `${from} ${to}`];
    }),
  ) as Record<PeriodPreset, string>;

it("presetDays returns days, weeks from Monday and whole months", () => {
  // a Sunday
  expect(daysOf("2026-03-15")).toEqual({
    today: "2026-03-15",
    yesterday: "2026-03-14",
    tomorrow: "2026-03-16",
    thisWeek: "2026-03-09 2026-03-15",
    lastWeek: "2026-03-02 2026-03-08",
    nextWeek: "2026-03-16 2026-03-22",
    thisMonth: "2026-03-01 2026-03-31",
    lastMonth: "2026-02-01 2026-02-28",
    nextMonth: "2026-04-01 2026-04-30",
    last30: "2026-02-14 2026-03-15",
  });
});

it("presetDays crosses years and handles leap days", () => {
  expect(daysOf("2027-12-31")).toMatchObject({
    tomorrow: "2028-01-01",
    nextMonth: "2028-01-01 2028-01-31",
    thisWeek: "2027-12-27 2028-01-02",
  });
  expect(daysOf("2028-01-31")).toMatchObject({
    nextMonth: "2028-02-01 2028-02-29",
    lastMonth: "2027-12-01 2027-12-31",
  });
});

it.each(["2026-03-15", "2026-03-01", "2028-02-29"])("presetOf recognizes each period on %s", (today) => {
  for (const preset of periodPresets) expect(presetOf(presetDays(preset, today), today)).toBe(preset);
  expect(presetOf({ from: today }, today)).toBeUndefined();
  expect(presetOf({}, today)).toBeUndefined();
});
