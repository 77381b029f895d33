import { describe, expect, it } from "vitest";
import { csv } from "../../desktop/renderer/features/export/csv.ts";

describe("csv", () => {
  it("begins with the mark of UTF-8 and ends every line as Excel does", () => {
    expect(
      csv([
        ["가", "b"],
        ["1", ""],
      ]),
    ).toBe('\ufeff"가","b"\r\n"1",""\r\n');
  });

  it("keeps quotes, commas and line breaks inside their cell", () => {
    expect(csv([['a"b', "c,d", "e\nf"]])).toBe('\ufeff"a""b","c,d","e\nf"\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@a", "\tx", "\rx"])("puts an apostrophe before %j", (text) => {
    expect(csv([[text]])).toBe(`\ufeff"'${text}"\r\n`);
  });

  it.each(["1=1", "a+b", "010-0000-1234", "", "'a"])("leaves %j as it is", (text) => {
    expect(csv([[text]])).toBe(`\ufeff"${text}"\r\n`);
  });
});
