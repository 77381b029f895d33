/** SHA-256 of the public site. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { challengeOf } from "#contract/challenge.ts";
import { hashStart, solve } from "../../web/lib/proof-of-work.ts";

const nodes = (text: string) => createHash("sha256").update(text).digest().readUInt32BE();

it("hashStart equals Node's SHA-256 up to a block", () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  });
  fc.assert(fc.property(ascii, (text) => hashStart(text.slice(0, 55)) === nodes(text.slice(0, 55))));
  for (const text of ["", "abc", "x".repeat(55)]) expect(hashStart(text)).toBe(nodes(text));
});

it("solve finds a solution of the challenge", async () => {
  const number = await solve("12.0123456789abcdefghijkl.end.mac");
  expect(Math.clz32(nodes(`0123456789abcdefghijkl:${number}`))).toBeGreaterThanOrEqual(12);
});

it("solve ignores invalid tokens", async () => {
  for (const token of ["", "12", "12.", "x.text.end", "123.text.end"]) {
    expect(challengeOf(token)).toBeUndefined();
    expect(await solve(token)).toBeUndefined();
  }
});
