/** One open console: a response of server-sent events. */
import type { ServerResponse } from "node:http";
import type { SessionUser } from "#api/auth/sessions.ts";
import { type LiveChange, liveEvents } from "#contract/live.ts";
import type { Position } from "./queries.ts";

/** Buffered bytes above which a reader is too slow and gets disconnected. */
const maxWaiting = 256 * 1024;
const reconnectMs = 2000;
const endGraceMs = 1000;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Keeps nginx from buffering events.
  "X-Accel-Buffering": "no",
  // An idle connection after the stream would delay a shutdown.
  Connection: "close",
};

export class LiveStream {
  /** The user as of the last check of the session. */
  person: SessionUser;
  readonly #response: ServerResponse;

  /** @param onClose called once the reader is gone */
  constructor(person: SessionUser, response: ServerResponse, onClose: () => void) {
    this.person = person;
    this.#response = response;
    response.once("close", onClose);
    // The reader may have disconnected during authentication.
    if (response.destroyed) process.nextTick(onClose);
  }

  /** False before the stream has begun, and after it ended. */
  get isOpen(): boolean {
    return this.#response.headersSent && !this.#response.writableEnded && !this.#response.destroyed;
  }

  open(): void {
    this.#response.writeHead(200, headers);
    this.#write(`retry: ${reconnectMs}\n\n`);
  }

  /** Makes the console reload everything. */
  reset(position: Position): void {
    this.#write(`event: ${liveEvents.reset}\nid: ${position}\ndata: {}\n\n`);
  }

  /**
   * Sends the changes of one reading. Only the last one advances the reader's position: a reader that is disconnected in between
   * gets some again.
   */
  send(changes: readonly LiveChange[], before: Position, position: Position): void {
    const last = changes.length - 1;
    const event = (change: LiveChange, index: number) =>
      `event: ${liveEvents.change}\nid: ${index === last ? position : before}\ndata: ${JSON.stringify(change)}\n\n`;
    if (changes.length > 0) this.#write(changes.map(event).join(""));
  }

  /** Keeps proxies from closing a quiet stream, and advances the reader past changes for others. */
  heartbeat(position: Position): void {
    this.#write(`: still here\nid: ${position}\n\n`);
  }

  /** Ends the response, and disconnects a reader that does not close it. */
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
