import fc from "fast-check";
import { expect, it } from "vitest";
import { fakeSeal } from "../../support/safe-storage.ts";

it("opens what it closed, and makes a key for each", async () => {
  const seal = fakeSeal();
  const [one, other] = [await seal.close("방문객 명단"), await seal.close("방문객 명단")];
  expect(await seal.open(one)).toBe("방문객 명단");
  for (const part of ["key", "iv", "data"]) expect(JSON.parse(one)[part]).not.toBe(JSON.parse(other)[part]);
});

it("opens nothing in which one bit has changed, wherever it is", async () => {
  const seal = fakeSeal();
  const closed: Record<string, string> = JSON.parse(await seal.close("방문객 명단 방문객 명단"));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("iv", "tag", "data"), fc.nat(), fc.nat(7), async (part, at, bit) => {
      const bytes = Buffer.from(closed[part] ?? "", "base64");
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      await expect(
        seal.open(JSON.stringify({ ...closed, [part]: bytes.toString("base64") })),
      ).rejects.toThrow();
    }),
  );
  const short = {
    ...closed,
    tag: Buffer.from(closed.tag ?? "", "base64")
      .subarray(0, 4)
      .toString("base64"),
  };
  await expect(seal.open(JSON.stringify(short))).rejects.toThrow();
});

it.each([
  ["Linux has no store of secrets", fakeSeal({ backend: "basic_text" })],
  ["it is not known which", fakeSeal({ backend: "unknown" })],
  ["Chromium took the password that all know, whatever the store is called", fakeSeal({ mark: "v10" })],
  ["the store is locked", fakeSeal({ isAvailable: false }, "darwin")],
])("is not safe where %s", async (_why, seal) => {
  expect(await seal.isSafe()).toBe(false);
});

it("does not close where it is not safe", async () => {
  await expect(fakeSeal({ backend: "basic_text" }).close("x")).rejects.toThrow("keeps no secrets");
  await expect(fakeSeal({ mark: "v10" }).close("x")).rejects.toThrow("keeps no secrets");
});

it("asks only Linux for the name of its store, and lets others mark as they do", async () => {
  expect(await fakeSeal({ backend: "unknown", mark: "v10" }, "win32").isSafe()).toBe(true);
});
