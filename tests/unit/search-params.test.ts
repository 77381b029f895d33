/** Search parameters of the console's screens. */
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
  ["idParam", idParam, [1, 2_147_483_647], [0, -1, 1.5, Number.NaN, "1", true, null]],
  ["idOrNewParam", idOrNewParam, [7, "new"], ["old", 0]],
  ["integerParam", integerParam(200), [1, 200], [201, Number.POSITIVE_INFINITY]],
  ["textParam", textParam(3), ["", "abc"], ["abcd", 3, ["a"]]],
  ["dayParam", dayParam, ["2026-03-10"], ["2026-3-10", "2026-03-10 ", 20260310]],
  ["oneOfParam", oneOfParam(["all", "inside"]), ["all", "inside"], ["toString", "", 0]],
  ["flagParam", flagParam, [true], [false, "true", 1]],
  ["booleanParam", booleanParam, [true, false], ["false", 0]],
] as const)("%s keeps valid values and drops others", (_, param, valid, invalid) => {
  for (const value of valid) expect(param(value)).toBe(value);
  for (const value of [...invalid, undefined, {}]) expect(param(value), String(value)).toBeUndefined();
});

test("unknown parameters are dropped, and invalid ones become undefined", () => {
  const parse = searchParser({ visit: idParam, q: textParam(10) });
  expect(parse({ visit: "x", other: 1 })).toStrictEqual({ visit: undefined });
  expect(parse({ visit: 3, q: "김" })).toStrictEqual({ visit: 3, q: "김" });
});
