import pg from "pg";
import { expect, it } from "vitest";
import { parseInstant } from "#db/connections/type-parsers.ts";

const asDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

it.each([
  "2026-03-10 01:00:00+00",
  "2026-12-31 23:59:59.9+00",
  "2026-03-10 01:00:00.123456+00",
  "2026-03-10 00:30:00.12+09",
  "2026-03-10 23:30:00-08",
  "2026-03-10 01:00:00+05:30",
  "1908-04-01 00:00:00+08:27:52",
  "0044-03-15 12:00:00+00",
  "0044-03-15 12:00:00+00 BC",
  "12026-03-10 01:00:00+00",
  "infinity",
  "-infinity",
])("reads %s as the driver does", (text) => {
  expect(parseInstant(text)).toEqual(asDriver(text));
});
