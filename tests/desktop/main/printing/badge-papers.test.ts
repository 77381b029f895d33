import { describe, expect, it } from "vitest";
import {
  badgeSize,
  bounds,
  checkSetup,
  defaultSetup,
  evenMargins,
  pageSize,
  paperSize,
} from "../../../../desktop/badge-papers.ts";
import { type BadgeSetup, badgePapers } from "../../../../desktop/ipc.ts";
import { ipcArguments } from "../../../../desktop/main/ipc-arguments.ts";

const own = (width: number, height: number, margins: Partial<BadgeSetup["margins"]> = {}): BadgeSetup => ({
  ...defaultSetup("custom"),
  width,
  height,
  margins: { ...evenMargins(5), ...margins },
});
const tooSmall = { code: "inside", shorter: 47, longer: 78 };

describe("badge papers", () => {
  it.each(badgePapers)("%s can be printed with default settings, in both orientations", (paper) => {
    for (const orientation of ["portrait", "landscape"] as const) {
      const setup = { ...defaultSetup(paper), orientation };
      expect(checkSetup(setup)).toEqual({});
      expect(ipcArguments["printing.setUpBadge"].safeParse([setup]).success).toBe(true);
    }
  });

  it("are fed across the printer, and rotated for reading", () => {
    const card = defaultSetup("cr80");
    expect(paperSize(card, null)).toEqual({ width: 54, height: 85.6 });
    expect(pageSize(card, null)).toEqual({ width: 85.6, height: 54 });
    expect(pageSize({ ...card, orientation: "portrait" }, null)).toEqual({ width: 54, height: 85.6 });
  });

  it("on a roll are as long as the content, in whole millimetres within the cutter's limits", () => {
    const roll = defaultSetup("62");
    expect(paperSize(roll, 97.3)).toEqual({ width: 62, height: 98 });
    expect(paperSize(roll, 5)).toEqual({ width: 62, height: bounds.length.min });
    expect(paperSize(roll, 900)).toEqual({ width: 62, height: bounds.length.max });
  });

  it("on a sheet hold badges smaller than the page", () => {
    const sheet = defaultSetup("a4");
    expect(pageSize(sheet, null)).toEqual({ width: 210, height: 297 });
    for (const perSheet of [4, 10] as const) {
      const { width, height } = badgeSize({ ...sheet, perSheet }, null);
      expect(Math.floor(190 / width) * Math.floor(277 / height)).toBe(perSheet);
    }
  });
});

describe("custom sizes", () => {
  it.each([
    ["too narrow", own(53, 125), { width: { code: "range", min: 54, max: 216 } }],
    ["too wide", own(217, 125), { width: { code: "range", min: 54, max: 216 } }],
    ["too long", own(90, 357), { height: { code: "range", min: 54, max: 356 } }],
    ["not a number", own(Number.NaN, 125), { width: { code: "range", min: 54, max: 216 } }],
    ["smaller than a card", own(60, 60), { height: { code: "longerSide", min: 85 } }],
    [
      "with a negative margin",
      own(90, 125, { top: -1 }),
      { "margins.top": { code: "range", min: 0, max: 30 } },
    ],
    ["with a left margin of 12", own(60, 125, { left: 12 }), { "margins.left": tooSmall }],
    [
      "with a bottom margin of 10",
      own(54, 85, { ...evenMargins(3), bottom: 10 }),
      { "margins.bottom": tooSmall },
    ],
  ])("%s are refused, naming the field, also by the main process", (_, setup, problems) => {
    expect(checkSetup(setup)).toEqual(problems);
    expect(ipcArguments["printing.setUpBadge"].safeParse([setup]).success).toBe(false);
  });

  it("are ignored while another paper is used", () => {
    expect(checkSetup({ ...defaultSetup("a6"), width: 60, height: 60 })).toEqual({});
  });
});
