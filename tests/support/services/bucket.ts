/** A bucket of the test file, on a server that checks signatures (except those of lists) and can fail. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll } from "vitest";

/** The server's credentials; processes that a test starts get them, too. */
export const bucketKeys = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

/**
 * "silent": accepts connections without an answer; "stalled": stops after the first byte of a body; "read only": rejects
 * writes; "failing": answers 500.
 */
export type BucketState = "working" | "silent" | "stalled" | "read only" | "failing";

export interface TestBucket {
  /** for FILES_URL or ERASURE_REGISTER */
  url(prefix?: string): string;
  keys(): Promise<string[]>;
  put(key: string, text: string): Promise<void>;
  /** number of calls so far other than GET and HEAD */
  writes(): number;
  setState(state: BucketState): void;
}

const refusals: Record<Exclude<BucketState, "working" | "silent" | "stalled">, readonly [number, string]> = {
  "read only": [403, "AccessDenied"],
  failing: [500, "InternalError"],
};

export async function testBucket(name = "uploads"): Promise<TestBucket> {
  Object.assign(process.env, bucketKeys);
  const directory = mkdtempSync(join(tmpdir(), "visitor-bucket-"));
  const storeOf = async (allowMismatchedSignatures: boolean) => {
    const store = new S3rver({
      directory,
      silent: true,
      vhostBuckets: false,
      allowMismatchedSignatures,
      configureBuckets: [{ name }],
    });
    await store.configureBuckets();
    return store.callback();
  };
  const strict = await storeOf(false);
  // S3rver, unlike Amazon, omits the trailing slash of a bucket's address from the signed text.
  const lists = await storeOf(true);
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    (request.url?.startsWith(`/${name}/?`) ? lists : strict)(request, response);
  let state: BucketState = "working";
  let writes = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    if (isWrite) writes += 1;
    if (state === "silent") return;
    if (state === "stalled") return response.writeHead(200, { "Content-Length": "40" }).write("0");
    if (state === "working" || (state === "read only" && !isWrite)) return answer(request, response);
    const [status, code] = refusals[state];
    request.resume();
    response.writeHead(status, { "Content-Type": "application/xml" });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  afterAll(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    url: (prefix = "") => `s3://${name}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
      return Contents.flatMap(({ Key }) => Key ?? []);
    },
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket: name, Key, Body }));
    },
    writes: () => writes,
    setState(next) {
      state = next;
    },
  };
}
