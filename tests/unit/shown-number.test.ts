import { expect, it } from "vitest";
import { shownNumber } from "#api/shown-number.ts";
import { FieldCipher } from "#db/field-cipher.ts";

const key = { id: "k", secret: Buffer.alloc(32, 7) };
const cipher = new FieldCipher({ data: [key], hash: [key] });
const sealed = cipher.seal("010-1234-5678", "261125-AAAAA");

it("shows a number masked", () => {
  expect(shownNumber(cipher.numberOf(sealed, "261125-AAAAA"), "ko")).toBe("010-12**-*678");
});

it("shows no number that was moved to another visit, and words for it in the reader's language", () => {
  expect(shownNumber(cipher.numberOf(sealed, "261125-BBBBB"), "ko")).toBe("읽을 수 없음");
  expect(shownNumber(cipher.numberOf(sealed, "261125-BBBBB"), "en")).toBe("Unreadable");
});

it("shows nothing where there is no number", () => {
  expect(shownNumber(cipher.numberOf({ cellCipher: null, cellKey: null }, "261125-AAAAA"), "ko")).toBe("");
});
