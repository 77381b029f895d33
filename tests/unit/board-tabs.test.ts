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

const overdue = { ...visit, statusCode: "entered", overdue: true } as const;

describe("delayOf", () => {
  it.each([
    ["has not arrived half an hour after the start", visit, { kind: "late", minutes: 30 }],
    ["is not approved yet", { ...visit, statusCode: "applied" }, { kind: "pending", minutes: 30 }],
    ["has entered", { ...visit, statusCode: "entered" }, undefined],
    ["is ten minutes late", { ...visit, startDate: "2026-03-10 09:50" }, { kind: "late", minutes: 10 }],
    ["is nine minutes late", { ...visit, startDate: "2026-03-10 09:51" }, undefined],
    ["is expected later", { ...visit, startDate: "2026-03-10 14:00" }, undefined],
    [
      "is inside since yesterday",
      { ...overdue, endDate: "2026-03-09 18:30" },
      { kind: "over", minutes: 930 },
    ],
    ["is overdue by a minute", { ...overdue, endDate: "2026-03-10 10:00" }, { kind: "over", minutes: 1 }],
  ] as const)("of a visitor who %s", (_, row, delay) => {
    expect(delayOf(row, now)).toEqual(delay);
  });

  it("roundMinutes omits minutes of a day or more", () => {
    expect([59, 1_439, 1_440, 1_501].map(roundMinutes)).toEqual([59, 1_439, 1_440, 1_500]);
  });
});

describe("nextAction", () => {
  const row = { actions: [], statusCode: "approved", expectedAgain: false } as const;

  it.each([
    ["check-in after approval", { ...row, actions: ["cancel", "issue"] }, "issue"],
    ["check-out of a visitor inside", { ...row, statusCode: "entered", actions: ["recovery"] }, "recovery"],
    ["the return of a pass", { ...row, statusCode: "exited", actions: ["issue", "recovery"] }, "recovery"],
    ["nothing after check-out", { ...row, statusCode: "exited", actions: ["issue"] }, undefined],
    [
      "check-in of a visitor expected again",
      { ...row, statusCode: "exited", expectedAgain: true, actions: ["issue"] },
      "issue",
    ],
    ["nothing without a permission", { ...row, actions: ["approve"] }, undefined],
  ] as const)("is %s", (_, visit, action) => {
    expect(nextAction({ ...visit, actions: [...visit.actions] })).toBe(action);
  });
});
