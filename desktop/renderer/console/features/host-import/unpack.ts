/**
 * Unpacks an .xlsx file, a ZIP archive. The library that reads the sheet would unpack large files in workers made from
 * text, which the page's policy forbids; what is packed without compression it takes as it is.
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

/** What makes up the sheets; images and the like are left packed. */
const isSheetPart = (name: string) => /\.xml(\.rels)?$/.test(name);

/**
 * The parts of an .xlsx file that make up its sheets, in an archive without compression.
 * @param most bytes that all of it may have unpacked: a small file can hold a vast one
 * @throws UnreadableFile where it is no archive, or holds more than that
 */
export async function unpacked(file: Blob, most: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let total = 0;
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!isSheetPart(name)) return false;
        // A part never takes more memory than it declares: what it holds beyond that is dropped.
        total += originalSize;
        if (total > most) throw new UnreadableFile("tooLarge");
        return true;
      },
    });
    return zipSync(parts, { level: 0 }).buffer;
  } catch (error) {
    // cut short, or something else under the name of an .xlsx file
    throw error instanceof UnreadableFile ? error : new UnreadableFile("notZip");
  }
}
