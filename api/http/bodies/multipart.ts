/**
 * Parses form data part by part as it arrives (RFC 7578). Strict: nothing before the first boundary or behind the last,
 * bounded headers, no transfer encodings, and a missing end is an error. Why not a library:
 * docs/decisions/signage/uploads.md.
 */

/** The body is no form data, or incomplete. */
export class MalformedForm extends Error {
  override readonly name = "MalformedForm";
}

export interface FormPart {
  /** Name of the field. */
  readonly name: string;
  /** File name; undefined for a part without a file. */
  readonly filename: string | undefined;
  /** Must be read to its end before the next part. */
  readonly content: AsyncIterable<Buffer>;
}

const maxHeaderBytes = 4_096;
const lineEnd = "\r\n";

/** @returns the boundary of a media type; undefined without a valid one */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? "";
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined;
};

/** Bytes that arrived and are not consumed yet. */
class Source {
  bytes: Buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Leaves the rest of the body unread. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Reads more bytes. @returns false at the end */
  async more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.bytes = this.bytes.length === 0 ? value : Buffer.concat([this.bytes, value]);
    return true;
  }

  async need(count: number): Promise<void> {
    while (this.bytes.length < count) if (!(await this.more())) throw new MalformedForm("it ends too early");
  }

  take(count: number): Buffer {
    const taken = this.bytes.subarray(0, count);
    this.bytes = this.bytes.subarray(count);
    return taken;
  }

  /** Consumes bytes that must come next. */
  async expect(text: string): Promise<void> {
    await this.need(text.length);
    if (this.take(text.length).toString("latin1") !== text) throw new MalformedForm("no boundary");
  }

  /** Consumes everything up to and including a mark. */
  async until(mark: string, maxBytes: number): Promise<Buffer> {
    for (;;) {
      const at = this.bytes.indexOf(mark, 0, "latin1");
      if (at > maxBytes || (at < 0 && this.bytes.length > maxBytes))
        throw new MalformedForm("a header is too long");
      if (at >= 0) {
        const taken = this.take(at);
        this.take(mark.length);
        return taken;
      }
      await this.need(this.bytes.length + 1);
    }
  }
}

/** Value in quotes; browsers encode a quote as %22 and line ends as %0D%0A. */
const unquote = (text: string | undefined): string | undefined =>
  text?.replace(/%22/g, '"').replace(/%0D|%0A/gi, " ");

function readHeaders(bytes: Buffer): Pick<FormPart, "name" | "filename"> {
  let disposition: string | undefined;
  for (const header of bytes.toString("utf8").split(lineEnd)) {
    const [, key = "", content = ""] = /^([\w-]+):(.*)$/.exec(header) ?? [];
    const value = content.trimStart();
    if (key === "") throw new MalformedForm("no header");
    if (/^content-transfer-encoding$/i.test(key) && !/^(binary|8bit|7bit)$/i.test(value)) {
      throw new MalformedForm("unsupported transfer encoding");
    }
    if (/^content-disposition$/i.test(key)) {
      if (disposition !== undefined) throw new MalformedForm("two dispositions");
      disposition = value;
    }
  }
  if (!disposition || !/^form-data\s*(;|$)/i.test(disposition)) throw new MalformedForm("no form data");
  const name = unquote(/;\s*name="([^"]*)"/i.exec(disposition)?.[1]);
  const filename = unquote(/;\s*filename="([^"]*)"/i.exec(disposition)?.[1]);
  if (!name) throw new MalformedForm("a part without a name");
  return { name, filename };
}

async function* contentOf(source: Source, mark: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const at = source.bytes.indexOf(mark);
    if (at >= 0) {
      if (at > 0) yield source.take(at);
      source.take(mark.length);
      return;
    }
    // Bytes that may begin the mark wait for more input.
    const ready = source.bytes.length - mark.length + 1;
    if (ready > 0) yield source.take(ready);
    await source.need(source.bytes.length + 1);
  }
}

/**
 * @param chunks the body as it arrives
 * @throws MalformedForm
 */
export async function* readForm(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const source = new Source(chunks);
  try {
    yield* partsOf(source, boundary);
  } finally {
    await source.close();
  }
}

async function* partsOf(source: Source, boundary: string): AsyncGenerator<FormPart> {
  const mark = Buffer.from(`${lineEnd}--${boundary}`, "latin1");
  await source.expect(`--${boundary}`);
  for (;;) {
    await source.need(2);
    const next = source.take(2).toString("latin1");
    if (next === "--") break;
    if (next !== lineEnd) throw new MalformedForm("no boundary");
    const headers = readHeaders(await source.until(`${lineEnd}${lineEnd}`, maxHeaderBytes));
    const content = contentOf(source, mark);
    yield { ...headers, content };
    // Content that the caller did not read.
    for await (const _ of content);
  }
  while (await source.more()) if (source.bytes.length > 2) break;
  if (!["", lineEnd].includes(source.bytes.toString("latin1")))
    throw new MalformedForm("more behind the end");
}
