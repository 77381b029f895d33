/** Checks uploaded images and videos by their content, never by name or declared type. */
import { type FileHandle, open, readFile } from "node:fs/promises";
import { invalid } from "#api/errors.ts";
import { requireImage } from "#api/files/images.ts";
import { reencode } from "#api/files/reencode.ts";
import type { UploadedType } from "#contract/site/signage.ts";

interface CheckedMedia {
  readonly contentType: string;
  /** Of the stored file. */
  readonly extension: string;
  /** Pixels, of an image. */
  readonly width: number | null;
  readonly height: number | null;
  /** The re-encoded image, stored in place of the upload; null for a video. */
  readonly replacement: Buffer | null;
}

const extensions: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "video/mp4": "mp4",
  "video/webm": "webm",
};

/** Limits of decoded images: a few bytes may declare dimensions that exhaust the memory of a server or browser. */
const longestSide = 8_192;
const maxMegapixels = 40;

const headBytes = 1_024;
/** Signatures of documents that a browser might recognise instead. */
const documentSignatures = /<!doctype|<html|<head|<body|<script|<svg|<iframe|<\?php|%pdf-/i;

/** Whether the file ends with a ZIP archive: the length of its comment reaches exactly to the end. */
function endsWithZip(tail: Buffer): boolean {
  const signature = Buffer.from("PK\x05\x06", "latin1");
  for (
    let at = tail.lastIndexOf(signature);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(signature, at - 1)
  ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** Rejects polyglots: data behind the image's end, a document in its head, an archive at its end. */
async function checkImage(path: string, field: string): Promise<CheckedMedia> {
  // The upload limit of images is small enough for memory.
  const bytes = await readFile(path);
  const image = await requireImage(field, bytes, longestSide);
  if (image.width * image.height > maxMegapixels * 1e6)
    throw invalid({ [field]: `imagePixels:${maxMegapixels}` });
  const isDisguised =
    image.bytes.length !== bytes.length ||
    documentSignatures.test(bytes.toString("latin1", 0, headBytes)) ||
    endsWithZip(bytes.subarray(-0x1_0016));
  if (isDisguised) throw invalid({ [field]: "imageTail" });
  const { contentType, width, height, bytes: replacement } = await reencode(field, image);
  return { contentType, extension: extensions[contentType] ?? "", width, height, replacement };
}

/**
 * Checks that the boxes of an MP4 fill the file.
 * @returns false where the last box exceeds the file, which was truncated
 */
async function isCompleteMp4(handle: FileHandle, size: number): Promise<boolean> {
  for (let at = 0; at < size; ) {
    const head = await readAt(handle, at, 16);
    if (head.length < 8) return true;
    const short = head.readUInt32BE(0);
    const long = short === 1 && head.length === 16;
    const length = long ? Number(head.readBigUInt64BE(8)) : short;
    // 0 means up to the end of the file.
    if (length === 0 || !/^[\w ]{4}$/.test(head.toString("latin1", 4, 8))) return true;
    if (length < 8 || at + length > size) return false;
    at += length;
  }
  return true;
}

async function checkVideo(path: string, field: string): Promise<CheckedMedia> {
  // Loaded with the first upload, to save memory until then.
  const { fileTypeFromFile } = await import("file-type");
  const type = await fileTypeFromFile(path).catch(() => undefined);
  const contentType = type?.mime === "video/x-m4v" ? "video/mp4" : (type?.mime ?? "");
  if (contentType !== "video/mp4" && contentType !== "video/webm") throw invalid({ [field]: "videoType" });
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const head = await readAt(handle, 0, headBytes);
    const tail = await readAt(handle, Math.max(0, size - 0x1_0016), 0x1_0016);
    if (documentSignatures.test(head.toString("latin1")) || endsWithZip(tail))
      throw invalid({ [field]: "videoType" });
    if (contentType === "video/mp4" && !(await isCompleteMp4(handle, size)))
      throw invalid({ [field]: "videoBroken" });
  } finally {
    await handle.close();
  }
  return {
    contentType,
    extension: extensions[contentType] ?? "",
    width: null,
    height: null,
    replacement: null,
  };
}

/** @param field named by errors @throws InvalidInput where the file is not a valid image or video */
export const checkMedia = (type: UploadedType, path: string, field: string): Promise<CheckedMedia> =>
  type === "image" ? checkImage(path, field) : checkVideo(path, field);
