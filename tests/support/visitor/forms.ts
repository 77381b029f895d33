/** Multipart forms, and files for them. */
import { request } from "node:http";
import type { callsTo } from "../api.ts";

export interface FormFile {
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
  readonly bytes: Uint8Array;
}

export type FormParts = readonly (readonly [name: string, value: string | FormFile])[];

export const boundary = "----formboundary7MA4YWxkTrZu0gW";
export const formType = `multipart/form-data; boundary=${boundary}`;

/** Header of a part, up to its content. */
export const partHead = (name: string, filename?: string, type = "application/octet-stream"): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
    filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: ${type}`
  }\r\n\r\n`;
export const formEnd = `\r\n--${boundary}--\r\n`;

export function formBody(parts: FormParts): Buffer {
  const bytes = parts.flatMap(([name, value]) =>
    typeof value === "string"
      ? [Buffer.from(`${partHead(name)}${value}\r\n`)]
      : [Buffer.from(partHead(name, value.name ?? "그림.png", value.type)), value.bytes, Buffer.from("\r\n")],
  );
  return Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]);
}

type Calls = Pick<ReturnType<typeof callsTo>, "send">;

export const sendForm = (who: Calls, path: string, parts: FormParts, headers: Record<string, string> = {}) =>
  who.send("POST", path, { body: formBody(parts), headers: { "Content-Type": formType, ...headers } });

/** A box of an MP4 file. @param length for content that follows elsewhere */
function box(name: string, content: Buffer = Buffer.alloc(0), length = content.length): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1, 0);
  head.write(name, 4, "latin1");
  head.writeBigUInt64BE(BigInt(16 + length), 8);
  return Buffer.concat([head, content]);
}

/** The beginning of an MP4 file, followed by this many bytes of media data. */
export function mp4Head(mediaBytes: number): Buffer {
  const type = Buffer.from("0000001c6674797069736f6d0000020069736f6d69736f326d703431", "hex");
  return Buffer.concat([type, box("moov", Buffer.alloc(100)), box("mdat", undefined, mediaBytes)]);
}

export const mp4 = (mediaBytes = 1_000): Buffer =>
  Buffer.concat([mp4Head(mediaBytes), Buffer.alloc(mediaBytes, 0x5a)]);

/** A WebM file's EBML header. */
export const webm = Buffer.concat([
  Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701", "hex"),
  Buffer.alloc(200),
]);

export interface Stream {
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the connection. */
  abort(): void;
  end(): void;
  readonly answer: Promise<{ status: number; text: string }>;
}

/** A request whose body the test writes in parts. */
export function openForm(url: string, cookie: string, length?: number): Stream {
  const { origin } = new URL(url);
  const sending = request(url, {
    method: "POST",
    headers: {
      Cookie: cookie,
      Origin: origin,
      "Content-Type": formType,
      ...(length !== undefined && { "Content-Length": length }),
    },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sending.on("error", reject);
    sending.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  answer.catch(() => {});
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => sending.write(bytes, (error) => (error ? reject(error) : resolve()))),
    abort: () => sending.destroy(),
    end: () => sending.end(),
    answer,
  };
}
