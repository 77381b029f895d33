import { afterEach, expect, it, vi } from "vitest";
import { shownSealed } from "#api/shown-number.ts";
import { FieldCipher } from "#db/field-cipher.ts";

const key = { id: "k", secret: Buffer.alloc(32, 7) };

function setUp() {
  const cipher = new FieldCipher({ data: [key], hash: [key] });
  const opened = vi.spyOn(cipher, "open");
  return { cipher, opened, sealed: cipher.seal("010-1234-5678", "261125-AAAAA") };
}

afterEach(() => vi.useRealTimers());

it("opens a number once, and shows it masked", () => {
  const { cipher, opened, sealed } = setUp();
  for (let n = 0; n < 3; n++) expect(shownSealed(cipher, sealed, "261125-AAAAA", "ko")).toBe("010-12**-*678");
  expect(opened).toHaveBeenCalledTimes(1);
});

it("opens it again after a minute", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { cipher, opened, sealed } = setUp();
  shownSealed(cipher, sealed, "261125-AAAAA", "ko");
  vi.advanceTimersByTime(60_001);
  shownSealed(cipher, sealed, "261125-AAAAA", "ko");
  expect(opened).toHaveBeenCalledTimes(2);
});

it("keeps at most two thousand", () => {
  const { cipher, opened, sealed } = setUp();
  shownSealed(cipher, sealed, "261125-AAAAA", "ko");
  for (let n = 0; n < 2_000; n++) {
    const owner = `261125-${n}`;
    shownSealed(cipher, cipher.seal("010-0000-0000", owner), owner, "ko");
  }
  opened.mockClear();
  shownSealed(cipher, sealed, "261125-AAAAA", "ko");
  expect(opened).toHaveBeenCalledTimes(1);
});

it("shows no number that was moved to another visit, and words for it in the reader's language", () => {
  const { cipher, sealed } = setUp();
  shownSealed(cipher, sealed, "261125-AAAAA", "ko");
  expect(shownSealed(cipher, sealed, "261125-BBBBB", "ko")).toBe("읽을 수 없음");
  expect(shownSealed(cipher, sealed, "261125-BBBBB", "en")).toBe("Unreadable");
});

it("shows nothing where there is no number", () => {
  const { cipher } = setUp();
  expect(shownSealed(cipher, { cellCipher: null, cellKey: null }, "261125-AAAAA", "ko")).toBe("");
});
