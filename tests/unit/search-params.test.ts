/** Search parameters of the console's screens: what is invalid is left out. */
import { expect, test } from "vitest";
import {
  booleanParam,
  dayParam,
  flagParam,
  idOrNewParam,
  idParam,
  integerParam,
  oneOfParam,
  searchParser,
  textParam,
} from "../../desktop/renderer/console/lib/search-params.ts";

test.each([
  ["a number of a record", idParam, [1, 2_147_483_647], [0, -1, 1.5, Number.NaN, "1", true, null]],
  ["a record or a new one", idOrNewParam, [7, "new"], ["old", 0]],
  ["a number up to another", integerParam(200), [1, 200], [201, Number.POSITIVE_INFINITY]],
  ["text up to a length", textParam(3), ["", "abc"], ["abcd", 3, ["a"]]],
  ["a day", dayParam, ["2026-03-10"], ["2026-3-10", "2026-03-10 ", 20260310]],
  ["one of some words", oneOfParam(["all", "inside"]), ["all", "inside"], ["toString", "", 0]],
  ["something that is open", flagParam, [true], [false, "true", 1]],
  ["yes or no", booleanParam, [true, false], ["false", 0]],
] as const)("%s is taken as it is, anything else left out", (_, param, valid, invalid) => {
  for (const value of valid) expect(param(value)).toBe(value);
  for (const value of [...invalid, undefined, {}]) expect(param(value), String(value)).toBeUndefined();
});

test("what a screen does not know is dropped, and undefined stands for what is invalid", () => {
  const parse = searchParser({ visit: idParam, q: textParam(10) });
  expect(parse({ visit: "x", other: 1 })).toStrictEqual({ visit: undefined });
  expect(parse({ visit: 3, q: "김" })).toStrictEqual({ visit: 3, q: "김" });
});
