/**
 * Unpacks an .xlsx file, a ZIP archive. The sheet library would unpack large files in blob workers, which the CSP
 * forbids; it reads uncompressed archives directly.
 */
import { unzipSync, zipSync } from "fflate";

export type UnpackError = "notZip" | "tooLarge";

export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly reason: UnpackError;

  constructor(reason: UnpackError) {
    super(reason);
    this.reason = reason;
  }
}

/** Sheet parts only, no images. */
const isSheetPart = (name: string) => /\.xml(\.rels)?$/.test(name);

/**
 * The sheet parts of an .xlsx file as an uncompressed archive.
 * @param maxBytes unpacked size limit, against ZIP bombs
 * @throws UnreadableFile if the file is no archive or too large
 */
export async function unpackSheets(file: Blob, maxBytes: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let total = 0;
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!isSheetPart(name)) return false;
        // fflate never unpacks more than the declared size
        total += originalSize;
        if (total > maxBytes) throw new UnreadableFile("tooLarge");
        return true;
      },
    });
    return zipSync(parts, { level: 0 }).buffer;
  } catch (error) {
    // truncated, or not an .xlsx file
    throw error instanceof UnreadableFile ? error : new UnreadableFile("notZip");
  }
}
