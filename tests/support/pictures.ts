/** Photos and animations as written by cameras and editors, and checks of stored ones. */
import sharp from "sharp";
import { expect } from "vitest";

/** GPS date in the images' metadata, which no stored image may contain. */
export const gpsDay = "2031:07:09";

const gps = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "37/1 33/1 59/1", GPSDateStamp: gpsDay } };

const block = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** A JPEG of 40 × 20 pixels with GPS data and an EXIF rotation; upright, the upper half is red, the lower one blue. */
export async function cameraPhoto(): Promise<Buffer> {
  const lying = sharp(await block("blue", 40, 20)).composite([
    { input: await block("red", 20, 20), left: 0, top: 0 },
  ]);
  return lying.withExif(gps).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
}

/** A WebP of three frames of 20 × 10 pixels, shown for 100, 200 and 300 ms, with GPS data. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all(["red", "lime", "blue"].map((colour) => block(colour, 20, 10)));
  return sharp(frames, { join: { animated: true } })
    .withExif(gps)
    .webp({ delay: [100, 200, 300], loop: 0 })
    .toBuffer();
}

/** A few bytes whose header claims 40 megapixels for each of three frames. */
export async function animationBomb(): Promise<Buffer> {
  const bytes = await animation();
  bytes.writeUIntLE(8_000 - 1, 24, 3);
  bytes.writeUIntLE(5_000 - 1, 27, 3);
  return bytes;
}

/** A WebP with a valid header and overwritten image data. */
export async function damagedWebp(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const grain = sharp({ create: { width: 60, height: 40, channels: 3, background: "grey", noise } });
  const bytes = await grain.webp({ lossless: true }).toBuffer();
  return bytes.fill(0xff, 26, 66);
}

/** A PNG with the Display P3 profile. */
export const wideColours = async (): Promise<Buffer> =>
  sharp(await block("rgb(200, 40, 40)", 8, 8))
    .withIccProfile("p3")
    .png()
    .toBuffer();

/** Properties that matter for display. */
export async function imageProperties(bytes: Buffer) {
  const { format, width, height, pages, delay, orientation, exif, icc } = await sharp(bytes).metadata();
  return { format, width, height, pages, delay, orientation, exif, icc };
}

/** RGB values of all frames. */
export const pixelsOf = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { animated: true }).flatten().toColourspace("srgb").raw().toBuffer();

/** Expects the same format, size, frames and pixels. @param tolerance in levels, for recompression */
export async function expectSamePicture(stored: Buffer, original: Buffer, tolerance = 4): Promise<void> {
  const withoutTags = async (bytes: Buffer) => {
    const { exif: _, orientation: __, ...facts } = await imageProperties(bytes);
    return facts;
  };
  expect(await withoutTags(stored)).toEqual(await withoutTags(original));
  const [before, after] = [await pixelsOf(original), await pixelsOf(stored)];
  expect(after.length).toBe(before.length);
  const furthest = before.reduce((most, level, at) => Math.max(most, Math.abs(level - (after[at] ?? 0))), 0);
  expect(furthest).toBeLessThanOrEqual(tolerance);
}
