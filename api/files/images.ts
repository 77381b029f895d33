/** Validates uploaded images by their content, never by their name. */
import { crc32 } from "node:zlib";
import { invalid } from "#api/errors.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { readSize } from "./sharp.ts";

export const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const;

export type ImageType = (typeof imageTypes)[number];

export interface CheckedImage {
  readonly contentType: ImageType;
  /** Without data behind the image's end. */
  readonly bytes: Buffer;
  /** Pixels of one frame. */
  readonly width: number;
  readonly height: number;
  /** More than one in an animation. */
  readonly frames: number;
}

/** Chunks of length, name, data and checksum, the last of them IEND. */
function endOfPng(bytes: Buffer): number | undefined {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    const dataEnd = at + 8 + bytes.readUInt32BE(at);
    if (dataEnd + 4 > bytes.length) return undefined;
    if (crc32(bytes.subarray(at + 4, dataEnd)) !== bytes.readUInt32BE(dataEnd)) return undefined;
    at = dataEnd + 4;
    if (name === "IEND") return at;
  }
  return undefined;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Markers without a length: restarts, and bytes that are no marker. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0 || marker === 1;

/** Segments with a length; compressed bytes follow a start of scan up to the next marker. */
function endOfJpeg(bytes: Buffer): number | undefined {
  let at = 2;
  let isScan = false;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      if (!isScan) return undefined;
      at = bytes.indexOf(0xff, at);
      if (at < 0) return undefined;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return at + 2;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else {
      if (at + 4 > bytes.length) return undefined;
      at += 2 + bytes.readUInt16BE(at + 2);
      isScan = marker === startOfScan;
    }
  }
  return undefined;
}

/** A RIFF file begins with its length. */
function endOfWebp(bytes: Buffer): number | undefined {
  const end = 8 + bytes.readUInt32LE(4);
  return end <= bytes.length ? end : undefined;
}

const ends: Record<ImageType, (bytes: Buffer) => number | undefined> = {
  "image/png": endOfPng,
  "image/jpeg": endOfJpeg,
  "image/webp": endOfWebp,
};

const isImageType = (mime: string | undefined): mime is ImageType =>
  (imageTypes as readonly (string | undefined)[]).includes(mime);

/** @returns an error where it is not a complete PNG, JPEG or WebP */
async function check(bytes: Buffer, maxPixels: number): Promise<CheckedImage | ErrorCode> {
  if (bytes.length === 0) return "required";
  // Loaded with the first upload, to save memory until then.
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!isImageType(type?.mime)) return "imageType";
  const end = ends[type.mime](bytes);
  const size = end === undefined ? undefined : await readSize(bytes);
  if (!size?.width || !size.height) return "imageBroken";
  if (Math.max(size.width, size.height) > maxPixels) return `imageSide:${maxPixels}`;
  return { contentType: type.mime, bytes: bytes.subarray(0, end), ...size };
}

/**
 * Requires a complete PNG, JPEG or WebP.
 * @param field named by errors
 * @param maxPixels longest side; a small file may declare an image that fills a browser's memory
 * @throws InvalidInput on the field
 */
export async function requireImage(field: string, bytes: Buffer, maxPixels: number): Promise<CheckedImage> {
  const checked = await check(bytes, maxPixels);
  if (typeof checked === "string") throw invalid({ [field]: checked });
  return checked;
}
