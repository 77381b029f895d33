import { expect, it } from "vitest";
import { maskDecryptedPhone } from "#api/http/language.ts";
import { FieldCipher } from "#db/field-cipher.ts";

const key = { id: "k", secret: Buffer.alloc(32, 7) };
const cipher = new FieldCipher({ data: [key], hash: [key] });
const encrypted = cipher.encryptPhone("010-1234-5678", "261125-AAAAA");

it("shows a number masked", () => {
  expect(maskDecryptedPhone(cipher.decryptPhone(encrypted, "261125-AAAAA"), "ko")).toBe("010-12**-*678");
});

it("shows no number that was moved to another visit, and words for it in the reader's language", () => {
  expect(maskDecryptedPhone(cipher.decryptPhone(encrypted, "261125-BBBBB"), "ko")).toBe("읽을 수 없음");
  expect(maskDecryptedPhone(cipher.decryptPhone(encrypted, "261125-BBBBB"), "en")).toBe("Unreadable");
});

it("shows nothing where there is no number", () => {
  expect(
    maskDecryptedPhone(cipher.decryptPhone({ cellCipher: null, cellKey: null }, "261125-AAAAA"), "ko"),
  ).toBe("");
});
