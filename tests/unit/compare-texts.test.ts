/** Comparison of two texts by line and word. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareLines,
  countChanges,
  type Piece,
} from "../../desktop/renderer/console/features/texts/compare.ts";

const marked = (pieces: readonly Piece[] | undefined) =>
  pieces?.map(({ kind, text }) => ({ same: text, removed: `-${text}-`, added: `+${text}+` })[kind]).join("");
const compared = (before: string[], after: string[]) =>
  compareLines(before, after).map((line) => [marked(line.before), marked(line.after)]);

describe("compareLines", () => {
  it("marks changed words within a line, separately from particles", () => {
    expect(compared(["정보를 1년 동안 보관합니다."], ["정보를 3년 동안 보관합니다!"])).toEqual([
      ["정보를 -1년- 동안 보관합니다-.-", "정보를 +3년+ 동안 보관합니다+!+"],
    ]);
  });

  it("marks consecutive changed words as one change", () => {
    const rows = compareLines(["정보를 법에 따라 보관합니다."], ["정보를 정해진 기간만 보관합니다."]);
    expect(rows.map((line) => [marked(line.before), marked(line.after)])).toEqual([
      ["정보를 -법에 따라- 보관합니다.", "정보를 +정해진 기간만+ 보관합니다."],
    ]);
    expect(countChanges(rows)).toEqual({ removed: 1, added: 1 });
  });

  it("aligns added and removed lines with nothing", () => {
    expect(compared(["가 나 다", "그대로"], ["그대로", "라 마 바"])).toEqual([
      ["-가 나 다-", undefined],
      ["그대로", "그대로"],
      [undefined, "+라 마 바+"],
    ]);
  });

  it("treats lines with little in common as removed and added", () => {
    expect(compared(["모두 다른 글입니다"], ["completely new words"])).toEqual([
      ["-모두 다른 글입니다-", undefined],
      [undefined, "+completely new words+"],
    ]);
  });

  it("counts no changes for equal texts", () => {
    expect(countChanges(compareLines(["가", "나"], ["가", "나"]))).toEqual({ removed: 0, added: 0 });
  });

  it("keeps every word of both texts", () => {
    const lines = fc.array(fc.stringMatching(/^[가나다 .a]{1,12}$/), { maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const rows = compareLines(before, after);
        const textOf = (side: "before" | "after") =>
          rows.flatMap((row) => row[side]?.map(({ text }) => text).join("") ?? []);
        expect(textOf("before")).toEqual(before);
        expect(textOf("after")).toEqual(after);
      }),
    );
  });
});
