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

describe("a scan among what is typed", () => {
  it.each([1, 15, 30, 50, 60])("is what comes with %i ms between the keys and an Enter", (everyMs) => {
    const burst = press("A-1007", everyMs);
    expect(detectScan(burst, burst.at + everyMs, false)).toBe("A-1007");
    expect(detectScan(burst, burst.at + everyMs, true)).toBe("A-1007");
  });

  it.each([61, 80, 120, 400])("is nothing that a person types, %i ms between the keys", (everyMs) => {
    const burst = press("A-1007", everyMs);
    expect(detectScan(burst, burst.at + everyMs, false)).toBeUndefined();
  });

  it("is nothing that a person ends with Enter after a while", () => {
    const burst = press("A-1007", 20);
    expect(detectScan(burst, burst.at + 200, true)).toBeUndefined();
  });

  it("begins after what was typed before it", () => {
    const typed = press("kim", 150);
    const burst = press("P-01", 20, typed, typed.at + 300);
    expect(detectScan(burst, burst.at + 20, true)).toBe("P-01");
  });

  it("is longer in a field, where a quick hand types three characters in a row", () => {
    const burst = press("abc", 30);
    expect(detectScan(burst, burst.at + 30, true)).toBeUndefined();
    expect(detectScan(burst, burst.at + 30, false)).toBe("abc");
  });

  it("is nothing where only Enter is pressed", () => {
    expect(detectScan(emptyBurst, 1_000, false)).toBeUndefined();
  });
});

describe("a key of a scanner", () => {
  const english = "qwertyuiopasdfghjklzxcvbnm";
  const korean = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ";
  const code = (letter: string) => `Key${letter.toUpperCase()}`;

  it("is what the keyboard writes in English, in either case", () => {
    for (const letter of english) {
      expect(characterOf({ key: letter, code: code(letter), shiftKey: false })).toBe(letter);
      const upper = letter.toUpperCase();
      expect(characterOf({ key: upper, code: code(letter), shiftKey: true })).toBe(upper);
    }
  });

  it("is the same with a Korean keyboard, by its position or by the jamo", () => {
    [...korean].forEach((jamo, at) => {
      const letter = english[at] ?? "";
      expect(characterOf({ key: jamo, code: code(letter), shiftKey: false })).toBe(letter);
      expect(characterOf({ key: jamo, code: "", shiftKey: false })).toBe(letter);
      expect(characterOf({ key: jamo, code: code(letter), shiftKey: true })).toBe(letter.toUpperCase());
    });
    const doubled = [..."ㅃㅉㄸㄲㅆㅒㅖ"].map((jamo) => characterOf({ key: jamo, code: "", shiftKey: true }));
    expect(doubled.join("")).toBe("QWERTOP");
  });

  it("is the same while Korean is composed", () => {
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

  it("is nothing where it writes nothing", () => {
    for (const key of ["Shift", "Enter", "Tab", "ArrowDown", "F1", "HangulMode"])
      expect(characterOf({ key, code: key, shiftKey: false })).toBeUndefined();
  });
});

describe("a reservation number", () => {
  it("is distinguished from a pass number", () => {
    expect(["261120-7KQ2M", "261120-7kq2m"].map(isReserveNo)).toEqual([true, true]);
    expect(["A-1007", "261120", "261120-7KQ2", "1261120-7KQ2M"].some(isReserveNo)).toBe(false);
  });
});
