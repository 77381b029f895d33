import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { areIconsCurrent } from "#scripts/icons.ts";

const folder = "resources/icons/desktop";
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Width and height as the picture itself says. */
function sizeOf(picture: Buffer): number[] {
  expect(picture.subarray(0, 4)).toEqual(png);
  return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
}

describe("the app's icons", () => {
  it("are up to date with the drawing", () => {
    expect(areIconsCurrent()).toBe(true);
  });

  it("are squares of the size in their name", () => {
    const names = readdirSync(`${folder}/png`);
    expect(names).toContain("512x512.png");
    for (const name of names) {
      const size = Number.parseInt(name, 10);
      expect(sizeOf(readFileSync(`${folder}/png/${name}`))).toEqual([size, size]);
    }
  });

  it("make a Windows icon with every size up to 256", () => {
    const ico = readFileSync(`${folder}/icon.ico`);
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, n) => {
      const entry = 6 + n * 16;
      const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
      const [width] = sizeOf(ico.subarray(offset, offset + length));
      expect(ico.readUInt8(entry)).toBe((width ?? 0) % 256);
      return width;
    });
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
  });

  it("make a macOS icon whose parts fill it exactly", () => {
    const icns = readFileSync(`${folder}/icon.icns`);
    expect(icns.toString("latin1", 0, 4)).toBe("icns");
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const parts: [string, number | undefined][] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      const [width] = sizeOf(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)));
      parts.push([icns.toString("latin1", at, at + 4), width]);
    }
    expect(parts).toContainEqual(["ic10", 1024]);
    expect(parts).toContainEqual(["ic07", 128]);
  });
});
