/** One open console: a response of server-sent events. */
import type { ServerResponse } from "node:http";
import type { SessionUser } from "#api/auth/sessions.ts";
import { type LiveChange, liveEvents } from "#contract/live.ts";
import type { Position } from "./queries.ts";

/** With more bytes buffered the reader is too slow, and starts anew. */
const maxWaiting = 256 * 1024;
const reconnectMs = 2000;
const endGraceMs = 1000;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // nginx would collect events before it passes them on.
  "X-Accel-Buffering": "no",
  // An ended stream's connection is of no further use, and must not hold up a stop.
  Connection: "close",
};

export class LiveStream {
  /** As they were when the session was looked at last. */
  person: SessionUser;
  readonly #response: ServerResponse;

  /** @param onClose called once the reader is gone */
  constructor(person: SessionUser, response: ServerResponse, onClose: () => void) {
    this.person = person;
    this.#response = response;
    response.once("close", onClose);
    // The reader may have left while its session was looked up.
    if (response.destroyed) process.nextTick(onClose);
  }

  /** False until the stream has begun; only then does it get changes. */
  get isOpen(): boolean {
    return this.#response.headersSent && !this.#response.writableEnded && !this.#response.destroyed;
  }

  open(): void {
    this.#response.writeHead(200, headers);
    this.#write(`retry: ${reconnectMs}\n\n`);
  }

  /** Tells the console to reload everything. */
  reset(position: Position): void {
    this.#write(`event: ${liveEvents.reset}\nid: ${position}\ndata: {}\n\n`);
  }

  /**
   * Tells changes that one reading found. The last one moves the reader on; a reader that is cut off in the
   * middle goes on from before, and hears some again.
   */
  tell(changes: readonly LiveChange[], before: Position, position: Position): void {
    const last = changes.length - 1;
    const event = (change: LiveChange, index: number) =>
      `event: ${liveEvents.change}\nid: ${index === last ? position : before}\ndata: ${JSON.stringify(change)}\n\n`;
    if (changes.length > 0) this.#write(changes.map(event).join(""));
  }

  /** Keeps proxies from closing a quiet stream, and moves the reader on past what was for others. */
  heartbeat(position: Position): void {
    this.#write(`: still here\nid: ${position}\n\n`);
  }

  /** Ends the answer; a reader that does not take it is cut off. */
  end(): void {
    this.#response.end();
    setTimeout(() => this.#response.destroy(), endGraceMs).unref();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > maxWaiting) this.#response.destroy();
  }
}
