import { once } from "node:events";
import type { RequestListener } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Session } from "electron";
import { beforeEach, describe, expect, it } from "vitest";
import { createServerProxy, type ServerProxy } from "../../../../desktop/main/server/server-proxy.ts";
import { createServerRequest } from "../../../../desktop/main/server/server-request.ts";
import { FakeSession } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";
import { nodeNet } from "../../support/node-net.ts";
import { serve } from "../../support/servers.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const megabyte = 1024 * 1024;
let server: string;
let progress: [id: string, bytes: number][];
let proxy: ServerProxy;

const serverAnswers = async (answer: RequestListener): Promise<void> => {
  server = (await serve(answer)).origin;
};

const proxyWith = (timeoutMs: number): ServerProxy => {
  const session = new FakeSession() as unknown as Session;
  return createServerProxy({
    currentServer: () => server,
    sessionOf: () => session,
    send: createServerRequest({ net: nodeNet, timeoutMs }),
    onUploadProgress: (id, bytes) => progress.push([id, bytes]),
    log: keptLog().log,
  });
};
/** Longer than this machine takes to answer itself. */
const shortTimeoutMs = 1_000;

beforeEach(() => {
  progress = [];
  proxy = proxyWith(600_000);
});

/** A file of zeros, read as it is sent. @param taken counts the bytes that were read */
function fileOf(size: number, taken = { bytes: 0 }): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024);
  return new ReadableStream({
    pull(controller) {
      if (taken.bytes >= size) return controller.close();
      taken.bytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
}

const upload = (body: ReadableStream<Uint8Array>, signal?: AbortSignal) =>
  proxy.forward(
    new Request("app://console/dash/did/contents", {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x", "X-Upload-Id": "film-1" },
      body,
      duplex: "half",
      ...(signal && { signal }),
    } as RequestInit),
  );

describe("an upload", () => {
  it("of 500 megabytes, the largest accepted video, is streamed and reports progress", async () => {
    const size = 500 * megabyte;
    let received = 0;
    let collected = 0;
    let length: string | undefined;
    let peak = 0;
    await serverAnswers(async (request, response) => {
      length = request.headers["content-length"];
      for await (const chunk of request) {
        received += chunk.length;
        // only memory that is still in use counts
        if (received - collected > 8 * megabyte) {
          collectGarbage();
          collected = received;
        }
        peak = Math.max(peak, process.memoryUsage.rss());
      }
      response.writeHead(201, { "Content-Type": "application/json" }).end("{}");
    });
    const before = process.memoryUsage.rss();
    const answer = await upload(fileOf(size));
    expect(answer.status).toBe(201);
    expect(received).toBe(size);
    expect(length).toBeUndefined();
    expect((peak - before) / megabyte).toBeLessThan(120);
    expect(progress.every(([id]) => id === "film-1")).toBe(true);
    const steps = progress.map(([, bytes]) => bytes);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.length).toBeGreaterThan(100);
    expect(steps.at(-1)).toBe(size);
  });

  it("cancelled before it began is not sent", async () => {
    let requests = 0;
    await serverAnswers((_request, response) => {
      requests += 1;
      response.end();
    });
    proxy.cancelUpload("film-1");
    expect((await upload(fileOf(megabyte))).type).toBe("error");
    expect(requests).toBe(0);
    // an id is cancelled once
    expect((await upload(fileOf(megabyte))).status).toBe(200);
  });

  it("ends with the page that sent it", async () => {
    const ended = Promise.withResolvers<boolean>();
    await serverAnswers((request) => {
      request.once("data", () => proxy.endStreams());
      request.on("error", () => {});
      request.on("close", () => ended.resolve(request.complete));
      request.resume();
    });
    await upload(fileOf(200 * megabyte));
    expect(await ended.promise).toBe(false);
  });

  it("below the streaming size is sent at once with its length", async () => {
    let length: string | undefined;
    await serverAnswers(async (request, response) => {
      length = request.headers["content-length"];
      response.writeHead(201, { "Content-Type": "application/json" }).end();
      request.resume();
    });
    expect((await upload(fileOf(128 * 1024))).status).toBe(201);
    expect(length).toBe(String(128 * 1024));
    expect(progress).toEqual([]);
  });

  it("is read no faster than the server takes it", async () => {
    const taken = { bytes: 0 };
    let go: (() => void) | undefined;
    await serverAnswers((request, response) => {
      request.pause();
      go = () => request.resume();
      request.on("end", () => response.writeHead(201).end());
    });
    const answer = upload(fileOf(60 * megabyte, taken));
    // the first bytes are buffered by the system
    await expect.poll(() => go !== undefined && taken.bytes > megabyte, { timeout: 10_000 }).toBe(true);
    expect(taken.bytes).toBeLessThan(30 * megabyte);
    go?.();
    expect((await answer).status).toBe(201);
  });

  it("is aborted if the server accepts nothing for too long", async () => {
    proxy = proxyWith(shortTimeoutMs);
    await serverAnswers((request) => void request.pause());
    const answer = await upload(fileOf(60 * megabyte));
    expect(await answer.json()).toMatchObject({ id: "desktop.timeout" });
  });

  it("ends when the server answers early", async () => {
    const taken = { bytes: 0 };
    await serverAnswers((_request, response) => {
      response.writeHead(413, { "Content-Type": "application/json" }).end('{"id":"fileTooLarge"}');
    });
    const answer = await upload(fileOf(300 * megabyte, taken));
    expect([answer.status, await answer.json()]).toEqual([413, { id: "fileTooLarge" }]);
    expect(taken.bytes).toBeLessThan(300 * megabyte);
  });

  it("ends when the page aborts it", async () => {
    const closed = Promise.withResolvers<void>();
    await serverAnswers((request) => {
      request.resume();
      request.once("close", closed.resolve);
    });
    const giveUp = new AbortController();
    const answer = upload(fileOf(Number.POSITIVE_INFINITY), giveUp.signal);
    await expect.poll(() => progress.length).toBeGreaterThan(3);
    giveUp.abort();
    await closed.promise;
    expect((await answer).type).toBe("error");
  });
});

describe("an event stream", () => {
  let closed: Promise<unknown>;

  async function listen(): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const begun = Promise.withResolvers<void>();
    await serverAnswers((request, answer) => {
      closed = once(request.socket, "close");
      answer.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
      answer.write("retry: 2000\n\n");
      begun.resolve();
    });
    const answer = await proxy.forward(
      new Request("app://console/dash/live", {
        headers: { Accept: "text/event-stream", "Last-Event-ID": "7" },
      }),
    );
    await begun.promise;
    const reader = answer.body?.getReader();
    if (!reader) throw new Error("There is no stream.");
    return reader;
  }

  const hear = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
    new TextDecoder().decode((await reader.read()).value);

  it("ends at the server when the page cancels it", async () => {
    const reader = await listen();
    await hear(reader);
    await reader.cancel();
    await closed;
  });

  it("ends with its page", async () => {
    const reader = await listen();
    await hear(reader);
    const heard = hear(reader);
    proxy.endStreams();
    await expect(heard).rejects.toThrow();
    await closed;
  });

  it("is closed after a period without data, so that the page reconnects", async () => {
    proxy = proxyWith(shortTimeoutMs);
    const reader = await listen();
    await hear(reader);
    await expect(hear(reader)).rejects.toThrow();
  });

  it("ends when another server is chosen", async () => {
    const reader = await listen();
    await hear(reader);
    const heard = hear(reader);
    proxy.endAll();
    await expect(heard).rejects.toThrow();
    await closed;
  });
});

it("a response is read no faster than the page takes it", async () => {
  proxy = proxyWith(shortTimeoutMs);
  let sent = 0;
  await serverAnswers((request, response) => {
    if (request.url === "/files/silence") return;
    response.writeHead(200, { "Content-Type": "video/mp4" });
    const more = () => {
      while (sent < 80 * megabyte) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return;
      }
      response.end();
    };
    response.on("drain", more);
    more();
  });
  const answer = await proxy.forward(new Request("app://console/files/film"));
  // twice the timeout, and the page has not begun to read
  for (let n = 0; n < 2; n++)
    expect((await proxy.forward(new Request("app://console/files/silence"))).status).toBe(504);
  expect(sent).toBeLessThan(30 * megabyte);
  expect((await answer.arrayBuffer()).byteLength).toBe(80 * megabyte);
});
