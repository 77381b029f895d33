/**
 * A pooler that, like PgBouncer from 1.21 on (newer than Debian's), renames prepared statements and reports an invented
 * process id to each connection.
 */
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";

/** Splits chunks into complete messages, and lets `change` edit them in place. */
function messageSplitter(isClient: boolean, change: (type: string, body: Buffer) => void) {
  let rest = Buffer.alloc(0);
  // A client's first message has no type byte.
  let isFirst = isClient;
  return (chunk: Buffer): Buffer => {
    rest = Buffer.concat([rest, chunk]);
    let end = 0;
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < end + head + 4) break;
      const next = end + head + rest.readInt32BE(end + head);
      if (rest.length < next) break;
      if (!isFirst) change(String.fromCharCode(rest[end] ?? 0), rest.subarray(end + 5, next));
      isFirst = false;
      end = next;
    }
    const whole = rest.subarray(0, end);
    rest = rest.subarray(end);
    return whole;
  };
}

/** Keeps the length, so that the rest of the message stays valid. */
function rename(body: Buffer, at: number): void {
  if (body[at] !== 0) body.write("~", at);
}

/** Parse, Bind and Describe contain names of statements. */
function renameStatement(type: string, body: Buffer): void {
  if (type === "P") rename(body, 0);
  if (type === "B") rename(body, body.indexOf(0) + 1);
  if (type === "D" && body[0] === "S".charCodeAt(0)) rename(body, 1);
}

/** BackendKeyData begins with the process id. */
function inventProcessId(type: string, body: Buffer): void {
  if (type === "K") body.writeInt32BE(1, 0);
}

export interface TrackingPooler {
  readonly url: string;
  close(): Promise<void>;
}

export async function startTrackingPooler(to: string): Promise<TrackingPooler> {
  const target = new URL(to);
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const there = messageSplitter(true, renameStatement);
    const back = messageSplitter(false, inventProcessId);
    near.on("data", (chunk: Buffer) => far.write(there(chunk)));
    far.on("data", (chunk: Buffer) => near.write(back(chunk)));
    near.on("close", () => far.end()).on("error", () => far.destroy());
    far.on("close", () => near.end()).on("error", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => new Promise((resolve) => void server.close(() => resolve())) };
}
