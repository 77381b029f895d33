/** Objects of a bucket. The library is loaded on first use: a site with a folder never needs it. */
import { createReadStream } from "node:fs";
import { addAbortSignal, Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { type ObserveCall, unobserved } from "../observe-call.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { type ByteRange, FilesUnavailable, type ListedFile } from "./storage.ts";

/** Timeout until a service begins to answer; the same as that of calls to the database. */
const readMs = 2_500;
const writeMs = 4_000;
/** Timeout of lists and copies, which may be long. */
const longMs = 60_000;
/** Slowest accepted transfer, in bytes per millisecond. */
const minBytesPerMs = 250;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ["NotFound", "NoSuchKey"].includes(error.name);

const statusOf = (metadata: unknown): unknown =>
  typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata
    ? metadata.httpStatusCode
    : "?";

/**
 * Why a call failed. A refused connection has only a code, and a response without a body only a status.
 */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "Unknown" && error instanceof Error && "$metadata" in error)
    return `HTTP ${statusOf(error.$metadata)}`;
  return [name === "Error" ? undefined : name, messageOf(error) || errorCode(error)]
    .filter(Boolean)
    .join(": ");
}

/** Runs a call with a timeout. @throws FilesUnavailable */
async function withTimeout<T>(ms: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  // Not `AbortSignal.timeout`: it would abort a body that is still being read.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await call(controller.signal);
  } catch (error) {
    const reason = controller.signal.aborted ? `no answer within ${ms / 1000} s` : reasonOf(error);
    throw new FilesUnavailable(reason, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function undefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function connectTo({ region, endpoint }: BucketAddress) {
  const library = await import("@aws-sdk/client-s3");
  const client: S3Client = new library.S3Client({
    ...(region !== undefined && { region }),
    maxAttempts: 2,
    // The library's own log lines repeat what it throws.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 2_000 },
    // S3-compatible services need path-style addresses, and not all support newer checksums.
    ...(endpoint !== undefined && {
      endpoint,
      region: region ?? (process.env.AWS_REGION || "us-east-1"),
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    }),
  });
  return { library, client };
}

/**
 * Keys are relative to the address's prefix. All methods throw FilesUnavailable. Credentials come from the environment:
 * AWS_ACCESS_KEY_ID and the other standard variables.
 */
export function openObjects(address: BucketAddress, observe: ObserveCall = unobserved) {
  const { bucket: Bucket, prefix } = address;
  let connected: ReturnType<typeof connectTo> | undefined;
  const connection = () => {
    connected ??= connectTo(address);
    return connected;
  };
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const send = <T>(operation: string, ms: number, call: (abortSignal: AbortSignal) => Promise<T>) =>
    observe(operation, () => withTimeout(ms, call));

  /** @returns undefined for a missing object */
  async function read(key: string, range?: ByteRange) {
    const { library, client } = await connection();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new library.GetObjectCommand({ ...at(key), ...(Range !== undefined && { Range }) });
    return send("get", readMs, async (abortSignal) => {
      const answer = await undefinedIfMissing(client.send(command, { abortSignal }));
      if (!answer) return undefined;
      if (!(answer.Body instanceof Readable)) throw new Error("the answer has no body");
      return answer.Body;
    });
  }

  return {
    read,
    /** @returns bytes; undefined for a missing object */
    async size(key: string, ms = readMs) {
      const { library, client } = await connection();
      const command = new library.HeadObjectCommand(at(key));
      return send("head", ms, async (abortSignal) => {
        const found = await undefinedIfMissing(client.send(command, { abortSignal }));
        return found && (found.ContentLength ?? 0);
      });
    },
    /** @returns undefined for a missing object */
    async readText(key: string) {
      const found = await read(key);
      if (!found) return undefined;
      return withTimeout(readMs, async (signal) =>
        (await addAbortSignal(signal, found).setEncoding("utf8").toArray()).join(""),
      );
    },
    async write(key: string, text: string, ms = writeMs) {
      const { library, client } = await connection();
      const command = new library.PutObjectCommand({
        ...at(key),
        Body: text,
        ContentLength: Buffer.byteLength(text),
      });
      await send("put", ms, (abortSignal) => client.send(command, { abortSignal }));
    },
    /** @param size bytes of the file */
    async upload(key: string, path: string, size: number) {
      const { library, client } = await connection();
      const body = { Body: createReadStream(path), ContentLength: size };
      const command = new library.PutObjectCommand({ ...at(key), ...body });
      const ms = writeMs + size / minBytesPerMs;
      await send("put", ms, (abortSignal) => client.send(command, { abortSignal }));
    },
    async copy(from: string, to: string) {
      const { library, client } = await connection();
      const CopySource = encodeURI(`${Bucket}/${prefix}${from}`);
      const command = new library.CopyObjectCommand({ ...at(to), CopySource });
      await send("copy", longMs, (abortSignal) => client.send(command, { abortSignal }));
    },
    async remove(key: string) {
      const { library, client } = await connection();
      const command = new library.DeleteObjectCommand(at(key));
      await send("delete", writeMs, (abortSignal) => client.send(command, { abortSignal }));
    },
    /**
     * Objects directly below `folder`, in order of their keys, with names relative to it.
     * @param folder empty, or with a trailing slash
     */
    async list(folder: string) {
      const { library, client } = await connection();
      const Prefix = prefix + folder;
      const found: ListedFile[] = [];
      await send("list", longMs, async (abortSignal) => {
        const request = { Bucket, Prefix, Delimiter: "/" };
        const pages = library.paginateListObjectsV2({ client }, request, { abortSignal });
        for await (const { Contents = [] } of pages)
          for (const { Key, LastModified } of Contents)
            if (Key !== undefined && LastModified)
              found.push({ name: Key.slice(Prefix.length), modifiedAt: LastModified });
      });
      return found;
    },
  };
}
