import { describe, expect, it } from "vitest";
import {
  delayOf,
  nextAction,
  roundMinutes,
} from "../../desktop/renderer/console/features/today/board-tabs.ts";

const now = "2026-03-10 10:00";
const visit = {
  overdue: false,
  statusCode: "approved",
  startDate: "2026-03-10 09:30",
  endDate: "2026-03-10 18:00",
} as const;

describe("who is late, or stays too long", () => {
  it.each([
    ["has not come half an hour after the start", visit, { kind: "late", minutes: 30 }],
    ["was not even approved", { ...visit, statusCode: "applied" }, { kind: "late", minutes: 30 }],
    ["came", { ...visit, statusCode: "entered" }, undefined],
    ["is ten minutes late", { ...visit, startDate: "2026-03-10 09:50" }, { kind: "late", minutes: 10 }],
    ["has ten minutes not yet used up", { ...visit, startDate: "2026-03-10 09:51" }, undefined],
    ["comes later", { ...visit, startDate: "2026-03-10 14:00" }, undefined],
    [
      "is still inside since yesterday",
      { ...visit, statusCode: "entered", overdue: true, endDate: "2026-03-09 18:30" },
      { kind: "over", minutes: 930 },
    ],
    [
      "is overdue by a clock that is ahead of this one",
      { ...visit, statusCode: "entered", overdue: true, endDate: "2026-03-10 10:00" },
      { kind: "over", minutes: 1 },
    ],
  ] as const)("tells it of somebody who %s", (_, row, delay) => {
    expect(delayOf(row, now)).toEqual(delay);
  });

  it("leaves the minutes out from a day on", () => {
    expect([59, 1_439, 1_440, 1_501].map(roundMinutes)).toEqual([59, 1_439, 1_440, 1_500]);
  });
});

describe("what the desk does next", () => {
  const row = { actions: [], statusCode: "approved", expectedAgain: false } as const;

  it.each([
    ["a pass for who was approved", { ...row, actions: ["cancel", "issue"] }, "issue"],
    ["the exit of who is inside", { ...row, statusCode: "entered", actions: ["recovery"] }, "recovery"],
    [
      "the pass that is still out",
      { ...row, statusCode: "exited", actions: ["issue", "recovery"] },
      "recovery",
    ],
    ["nothing with who left for today", { ...row, statusCode: "exited", actions: ["issue"] }, undefined],
    [
      "a pass for who left and is expected again",
      { ...row, statusCode: "exited", expectedAgain: true, actions: ["issue"] },
      "issue",
    ],
    ["nothing where the person may do neither", { ...row, actions: ["approve"] }, undefined],
  ] as const)("is %s", (_, visit, action) => {
    expect(nextAction({ ...visit, actions: [...visit.actions] })).toBe(action);
  });
});
