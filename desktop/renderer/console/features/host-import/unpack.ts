/**
 * Unpacks an .xlsx file, a zip archive, with the browser's own means. The library that reads the sheet would unpack
 * large files in workers made from text, which the page's policy forbids; what is packed without compression it takes
 * as it is.
 */

export type UnpackError = "notZip" | "tooLarge";

export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly reason: UnpackError;

  constructor(reason: UnpackError) {
    super(reason);
    this.reason = reason;
  }
}

interface Entry {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly isDeflated: boolean;
  readonly crc: number;
  readonly packed: Uint8Array<ArrayBuffer>;
}

const marks = { entry: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 } as const;
const sizes = { entry: 30, listed: 46, end: 22 } as const;
/** How long the comment behind the end may be. */
const longestComment = 65_535;
const deflated = 8;

/** Where the archive's list of entries is told, searched from the end. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - sizes.end - longestComment);
  for (let at = view.byteLength - sizes.end; at >= first; at--)
    if (view.getUint32(at, true) === marks.end) return at;
  throw new UnreadableFile("notZip");
}

/** The entries of an archive whose names end so. */
function entriesOf(bytes: Uint8Array<ArrayBuffer>, ending: RegExp): Entry[] {
  const view = new DataView(bytes.buffer);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: Entry[] = [];
  for (let n = 0; n < count; n++) {
    if (view.getUint32(at, true) !== marks.listed) throw new UnreadableFile("notZip");
    const nameLength = view.getUint16(at + 28, true);
    const name = bytes.slice(at + sizes.listed, at + sizes.listed + nameLength);
    const start = view.getUint32(at + 42, true);
    // the entry has lengths of its own: what stands there and in the list may differ
    const content = start + sizes.entry + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    if (ending.test(new TextDecoder().decode(name)))
      entries.push({
        name,
        isDeflated: view.getUint16(at + 10, true) === deflated,
        crc: view.getUint32(at + 16, true),
        packed: bytes.subarray(content, content + view.getUint32(at + 20, true)),
      });
    at += sizes.listed + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  onBytes: (count: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onBytes(part.value.byteLength);
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** An archive of these files, none of them compressed. */
function archiveOf(files: readonly (Entry & { readonly content: Uint8Array<ArrayBuffer> })[]): ArrayBuffer {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, crc, content } of files) {
    const head = new DataView(new ArrayBuffer(sizes.entry));
    const listed = new DataView(new ArrayBuffer(sizes.listed));
    // the same facts stand in both, in the list two bytes later
    for (const [view, by] of [[head, 0] as const, [listed, 2] as const]) {
      view.setUint32(0, by === 0 ? marks.entry : marks.listed, true);
      view.setUint32(14 + by, crc, true);
      view.setUint32(18 + by, content.byteLength, true);
      view.setUint32(22 + by, content.byteLength, true);
      view.setUint16(26 + by, name.byteLength, true);
    }
    listed.setUint32(42, offset, true);
    parts.push(new Uint8Array(head.buffer), name, content);
    list.push(new Uint8Array(listed.buffer), name);
    offset += sizes.entry + name.byteLength + content.byteLength;
  }
  const end = new DataView(new ArrayBuffer(sizes.end));
  end.setUint32(0, marks.end, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(
    12,
    list.reduce((sum, { byteLength }) => sum + byteLength, 0),
    true,
  );
  end.setUint32(16, offset, true);
  const all = [...parts, ...list, new Uint8Array(end.buffer)];
  const whole = new Uint8Array(all.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole.buffer;
}

/**
 * The parts of an .xlsx file that make up its sheets, in an archive without compression.
 * @param most bytes that all of it may have unpacked: a small file can hold a vast one
 * @throws UnreadableFile where it is no archive, or holds more than that
 */
export async function unpacked(file: Blob, most: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let total = 0;
  const count = (more: number) => {
    total += more;
    if (total > most) throw new UnreadableFile("tooLarge");
  };
  try {
    const files = [];
    for (const entry of entriesOf(bytes, /\.xml(\.rels)?$/))
      files.push({
        ...entry,
        content: entry.isDeflated ? await inflate(entry.packed, count) : entry.packed,
      });
    return archiveOf(files);
  } catch (error) {
    // cut short, or something else under the name of an .xlsx file
    throw error instanceof UnreadableFile ? error : new UnreadableFile("notZip");
  }
}
