import { describe, expect, it } from "vitest";
import { circles } from "../../resources/scripts/sources/rooms.ts";

const doorway = (way: string) => {
  const [from = "", to = ""] = way.split(" ");
  return { from, to, seen: way };
};
const seen = (...ways: string[]) => circles(ways.map(doorway)).map((found) => found.seen);

describe("rooms that are built on each other", () => {
  it("one way is no circle", () => {
    expect(seen("visits passes", "passes scans", "visits scans")).toEqual([]);
  });

  it("two that import each other are one", () => {
    expect(seen("visits print", "print visits", "today visits")).toEqual(["visits print", "print visits"]);
  });

  it("a longer way back is one, too", () => {
    expect(seen("a b", "b c", "c a", "c d")).toEqual(["a b", "b c", "c a"]);
  });
});
