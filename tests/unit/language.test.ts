import { expect, it } from "vitest";
import { maskDecryptedPhone } from "#api/http/language.ts";
import { FieldCipher } from "#db/field-cipher.ts";

const key = { id: "k", secret: Buffer.alloc(32, 7) };
const cipher = new FieldCipher({ data: [key], hash: [key] });
const encrypted = cipher.encryptPhone("010-1234-5678", "261125-AAAAA");

it("maskDecryptedPhone masks a number", () => {
  expect(maskDecryptedPhone(cipher.decryptPhone(encrypted, "261125-AAAAA"), "ko")).toBe("010-12**-*678");
});

it('maskDecryptedPhone returns "Unreadable" in the user\'s language for a number that cannot be decrypted', () => {
  expect(maskDecryptedPhone(cipher.decryptPhone(encrypted, "261125-BBBBB"), "ko")).toBe("읽을 수 없음");
  expect(maskDecryptedPhone(cipher.decryptPhone(encrypted, "261125-BBBBB"), "en")).toBe("Unreadable");
});

it("maskDecryptedPhone returns an empty text without a number", () => {
  expect(
    maskDecryptedPhone(cipher.decryptPhone({ cellCipher: null, cellKey: null }, "261125-AAAAA"), "ko"),
  ).toBe("");
});
