import fc from "fast-check";
import { expect, it } from "vitest";
import { fakeCipher } from "../../support/safe-storage.ts";

it("opens what it encrypted, and makes a key for each", async () => {
  const cipher = fakeCipher();
  const [one, other] = [await cipher.encrypt("방문객 명단"), await cipher.encrypt("방문객 명단")];
  expect(await cipher.decrypt(one)).toBe("방문객 명단");
  for (const part of ["key", "iv", "data"]) expect(JSON.parse(one)[part]).not.toBe(JSON.parse(other)[part]);
});

it("opens nothing in which one bit has changed, wherever it is", async () => {
  const cipher = fakeCipher();
  const encrypted: Record<string, string> = JSON.parse(await cipher.encrypt("방문객 명단 방문객 명단"));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("iv", "tag", "data"), fc.nat(), fc.nat(7), async (part, at, bit) => {
      const bytes = Buffer.from(encrypted[part] ?? "", "base64");
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      await expect(
        cipher.decrypt(JSON.stringify({ ...encrypted, [part]: bytes.toString("base64") })),
      ).rejects.toThrow();
    }),
  );
  const short = {
    ...encrypted,
    tag: Buffer.from(encrypted.tag ?? "", "base64")
      .subarray(0, 4)
      .toString("base64"),
  };
  await expect(cipher.decrypt(JSON.stringify(short))).rejects.toThrow();
});

it.each([
  ["Linux has no store of secrets", fakeCipher({ backend: "basic_text" })],
  ["it is not known which", fakeCipher({ backend: "unknown" })],
  ["Chromium took the password that all know, whatever the store is called", fakeCipher({ mark: "v10" })],
  ["the store is locked", fakeCipher({ isAvailable: false }, "darwin")],
])("is not safe where %s", async (_why, cipher) => {
  expect(await cipher.isAvailable()).toBe(false);
});

it("does not close where it is not safe", async () => {
  await expect(fakeCipher({ backend: "basic_text" }).encrypt("x")).rejects.toThrow("keeps no secrets");
  await expect(fakeCipher({ mark: "v10" }).encrypt("x")).rejects.toThrow("keeps no secrets");
});

it("asks only Linux for the name of its store, and lets others mark as they do", async () => {
  expect(await fakeCipher({ backend: "unknown", mark: "v10" }, "win32").isAvailable()).toBe(true);
});
