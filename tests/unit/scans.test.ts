import { describe, expect, it } from "vitest";
import {
  type Burst,
  characterOf,
  detectScan,
  emptyBurst,
  isReserveNo,
  nextBurst,
} from "../../desktop/renderer/console/features/scans/scan-detection.ts";

/** Presses the characters of a text, one each so many milliseconds. */
const press = (text: string, everyMs: number, from: Burst = emptyBurst, begin = 1_000): Burst =>
  [...text].reduce((burst, character, at) => nextBurst(burst, character, begin + at * everyMs), from);

describe("detectScan", () => {
  it.each([1, 15, 30, 50, 60])("detects keys every %i ms followed by Enter", (everyMs) => {
    const burst = press("A-1007", everyMs);
    expect(detectScan(burst, burst.at + everyMs, false)).toBe("A-1007");
    expect(detectScan(burst, burst.at + everyMs, true)).toBe("A-1007");
  });

  it.each([61, 80, 120, 400])("ignores keys every %i ms", (everyMs) => {
    const burst = press("A-1007", everyMs);
    expect(detectScan(burst, burst.at + everyMs, false)).toBeUndefined();
  });

  it("ignores a late Enter", () => {
    const burst = press("A-1007", 20);
    expect(detectScan(burst, burst.at + 200, true)).toBeUndefined();
  });

  it("starts after earlier typing", () => {
    const typed = press("kim", 150);
    const burst = press("P-01", 20, typed, typed.at + 300);
    expect(detectScan(burst, burst.at + 20, true)).toBe("P-01");
  });

  it("needs more characters in a field, because people type three quickly", () => {
    const burst = press("abc", 30);
    expect(detectScan(burst, burst.at + 30, true)).toBeUndefined();
    expect(detectScan(burst, burst.at + 30, false)).toBe("abc");
  });

  it("ignores Enter alone", () => {
    expect(detectScan(emptyBurst, 1_000, false)).toBeUndefined();
  });
});

describe("characterOf", () => {
  const english = "qwertyuiopasdfghjklzxcvbnm";
  const korean = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ";
  const code = (letter: string) => `Key${letter.toUpperCase()}`;

  it("returns English characters in both cases", () => {
    for (const letter of english) {
      expect(characterOf({ key: letter, code: code(letter), shiftKey: false })).toBe(letter);
      const upper = letter.toUpperCase();
      expect(characterOf({ key: upper, code: code(letter), shiftKey: true })).toBe(upper);
    }
  });

  it("returns English characters for a Korean keyboard, by key position or jamo", () => {
    [...korean].forEach((jamo, at) => {
      const letter = english[at] ?? "";
      expect(characterOf({ key: jamo, code: code(letter), shiftKey: false })).toBe(letter);
      expect(characterOf({ key: jamo, code: "", shiftKey: false })).toBe(letter);
      expect(characterOf({ key: jamo, code: code(letter), shiftKey: true })).toBe(letter.toUpperCase());
    });
    const doubled = [..."ㅃㅉㄸㄲㅆㅒㅖ"].map((jamo) => characterOf({ key: jamo, code: "", shiftKey: true }));
    expect(doubled.join("")).toBe("QWERTOP");
  });

  it("returns English characters during composition", () => {
    const composed = [
      ["KeyA", true],
      ["Minus", false],
      ["Digit1", false],
      ["Numpad0", false],
      ["KeyZ", false],
      ["Slash", true],
    ] as const;
    const read = composed.map(([place, shiftKey]) => characterOf({ key: "Process", code: place, shiftKey }));
    expect(read.join("")).toBe("A-10z?");
  });

  it("ignores keys without a character", () => {
    for (const key of ["Shift", "Enter", "Tab", "ArrowDown", "F1", "HangulMode"])
      expect(characterOf({ key, code: key, shiftKey: false })).toBeUndefined();
  });
});

describe("isReserveNo", () => {
  it("tells reservation numbers from pass numbers", () => {
    expect(["261120-7KQ2M", "261120-7kq2m"].map(isReserveNo)).toEqual([true, true]);
    expect(["A-1007", "261120", "261120-7KQ2", "1261120-7KQ2M"].some(isReserveNo)).toBe(false);
  });
});
