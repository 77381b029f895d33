import { expect, it } from "vitest";
import { readTiming } from "../../../desktop/main/timing.ts";

const usual = { pagePingMs: 2_000, serverCheckMs: 8_000, silenceMs: 60_000, notificationMs: 10_000 };

it("can be overridden in an unpackaged program", () => {
  expect(readTiming(false, {})).toEqual(usual);
  expect(readTiming(false, { DESKTOP_TIMING: '{"pagePingMs":500}' })).toEqual({ ...usual, pagePingMs: 500 });
});

it("cannot be overridden in an installed program", () => {
  expect(readTiming(true, { DESKTOP_TIMING: '{"pagePingMs":500}' })).toEqual(usual);
});

it.each(['{"pagePingMs":0}', '{"pings":1}', '{"pagePingMs":"1"}', "500ms"])("refuses %s", (text) => {
  expect(() => readTiming(false, { DESKTOP_TIMING: text })).toThrow();
});
