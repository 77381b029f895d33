import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { allowUploadTime, limitRequestTime } from "#api/http/bodies/request-timeouts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request as far as it has come. */
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
  const asked = request as unknown as IncomingMessage;
  limitRequestTime(asked);
  return { request, asked };
}

it.each([{ "content-length": "9" }, { "transfer-encoding": "chunked" }])(
  "aborts a request whose body is incomplete after a minute: %j",
  (headers) => {
    const { request } = received(headers);
    vi.advanceTimersByTime(59_999);
    expect(request.isDestroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(request.isDestroyed).toBe(true);
  },
);

it("does not abort a complete request, and clears the timer of a closed one", () => {
  const arrived = received({ "content-length": "9" }).request;
  arrived.complete = true;
  const over = received({ "content-length": "9" }).request;
  over.emit("close");
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect([arrived.isDestroyed, over.isDestroyed]).toEqual([false, false]);
});

it("sets no timer for a request without a body", () => {
  received({});
  expect(vi.getTimerCount()).toBe(0);
});

it("allows an upload to continue while bytes arrive, and aborts it after 30 silent seconds", () => {
  const { request, asked } = received({ "content-length": "1000000" });
  allowUploadTime(asked);
  for (let second = 0; second < 300; second++) {
    request.socket.bytesRead += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(request.isDestroyed).toBe(false);
  vi.advanceTimersByTime(31_000);
  expect(request.isDestroyed).toBe(true);
});
