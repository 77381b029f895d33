import fc from "fast-check";
import { expect, it } from "vitest";
import { fakeCipher } from "../../support/safe-storage.ts";

it("decrypts what it encrypted, with a new key each time", async () => {
  const cipher = fakeCipher();
  const [one, other] = [await cipher.encrypt("방문객 명단"), await cipher.encrypt("방문객 명단")];
  expect(await cipher.decrypt(one)).toBe("방문객 명단");
  for (const part of ["key", "iv", "data"]) expect(JSON.parse(one)[part]).not.toBe(JSON.parse(other)[part]);
});

it("rejects data in which any single bit has changed", async () => {
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
  ["Linux has no secret store", fakeCipher({ backend: "basic_text" })],
  ["the store is unknown", fakeCipher({ backend: "unknown" })],
  ["Chromium used its built-in password, whatever the store's name", fakeCipher({ mark: "v10" })],
  ["the store is locked", fakeCipher({ isAvailable: false }, "darwin")],
])("is not safe if %s", async (_why, cipher) => {
  expect(await cipher.isAvailable()).toBe(false);
});

it("does not encrypt without a safe store", async () => {
  await expect(fakeCipher({ backend: "basic_text" }).encrypt("x")).rejects.toThrow("keeps no secrets");
  await expect(fakeCipher({ mark: "v10" }).encrypt("x")).rejects.toThrow("keeps no secrets");
});

it("requires a known store and a mark on Linux only", async () => {
  expect(await fakeCipher({ backend: "unknown", mark: "v10" }, "win32").isAvailable()).toBe(true);
});
