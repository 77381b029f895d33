/** Icon containers: PNG files behind a small table. */

export interface Picture {
  /** width and height in pixels */
  size: number;
  png: Buffer;
}

const ENTRY_BYTES = 16;

/** A Windows icon. @param pictures up to 256 pixels, the largest one has to be 256 */
export function toIco(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length + pictures.length * ENTRY_BYTES;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(ENTRY_BYTES);
    // one byte each; 0 stands for 256
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}

/** Types of images in a macOS icon; some sizes have a second one for high-density screens. */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  32: ["ic11"],
  64: ["ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
  512: ["ic09", "ic14"],
  1024: ["ic10"],
};

/** A macOS icon of the images in supported sizes. */
export function toIcns(pictures: readonly Picture[]): Buffer {
  const parts = pictures.flatMap(({ size, png }) =>
    (ICNS_TYPES[size] ?? []).map((type) => {
      const head = Buffer.alloc(8);
      head.write(type, 0, "latin1");
      head.writeUInt32BE(png.length + head.length, 4);
      return Buffer.concat([head, png]);
    }),
  );
  const head = Buffer.alloc(8);
  head.write("icns", 0, "latin1");
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, head.length),
    4,
  );
  return Buffer.concat([head, ...parts]);
}
