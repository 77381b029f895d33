/** Small images for tests of uploads. */
import { crc32, deflateSync } from "node:zlib";

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(name, 4, "latin1");
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}

interface Png {
  readonly width?: number;
  readonly height?: number;
  /** bytes of a comment, to enlarge the file */
  readonly padding?: number;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Beyond this only the header is written, without pixels. */
const maxPixels = 4_096 * 4_096;

/** A grey PNG; a very large one has a header only. */
export function png({ width = 6, height = 4, padding = 0 }: Png = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.min(width, maxPixels), 0x80)]);
  const rows = width * height <= maxPixels ? height : 1;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    ...(padding > 0 ? [chunk("tEXt", Buffer.alloc(padding, 0x61))] : []),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1R" +
    "V19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj" +
    "Y2NjY2NjY2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAA" +
    "AAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIIBMe//2Q==",
  "base64",
);

export const webp = Buffer.from(
  "UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoGAAQAAsBMJaACdLoAA5gA/u9RL9qbFVPO79Cn2opmQAAA",
  "base64",
);
