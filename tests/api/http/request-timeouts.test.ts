import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { allowUploadTime, limitRequestTime } from "#api/http/bodies/request-timeouts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request that is still arriving. */
class Arriving extends EventEmitter {
  readonly headers: IncomingMessage["headers"];
  readonly socket = { bytesRead: 0 };
  complete = false;
  isDestroyed = false;

  constructor(headers: IncomingMessage["headers"]) {
    super();
    this.headers = headers;
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

function received(headers: IncomingMessage["headers"]) {
  const request = new Arriving(headers);
  const incoming = request as unknown as IncomingMessage;
  limitRequestTime(incoming);
  return { request, incoming };
}

it.each([{ "content-length": "9" }, { "transfer-encoding": "chunked" }])(
  "limitRequestTime aborts a request whose body is incomplete after a minute: %j",
  (headers) => {
    const { request } = received(headers);
    vi.advanceTimersByTime(59_999);
    expect(request.isDestroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(request.isDestroyed).toBe(true);
  },
);

it("limitRequestTime keeps a complete request, and clears the timer of a closed one", () => {
  const arrived = received({ "content-length": "9" }).request;
  arrived.complete = true;
  const closed = received({ "content-length": "9" }).request;
  closed.emit("close");
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect([arrived.isDestroyed, closed.isDestroyed]).toEqual([false, false]);
});

it("limitRequestTime sets no timer for a request without a body", () => {
  received({});
  expect(vi.getTimerCount()).toBe(0);
});

it("allowUploadTime keeps an upload while bytes arrive, and aborts it after 30 silent seconds", () => {
  const { request, incoming } = received({ "content-length": "1000000" });
  allowUploadTime(incoming);
  for (let second = 0; second < 300; second++) {
    request.socket.bytesRead += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(request.isDestroyed).toBe(false);
  vi.advanceTimersByTime(31_000);
  expect(request.isDestroyed).toBe(true);
});
