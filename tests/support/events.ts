/** Reads live streams. */
import { setTimeout as delay } from "node:timers/promises";
import type { LiveChange } from "#contract/live.ts";

export interface HeardEvent {
  readonly event: string;
  readonly id: string;
  /** the change; empty for a reset */
  readonly data: Partial<LiveChange>;
}

export interface LiveReader {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly HeardEvent[];
  /** everything received so far */
  readonly text: string;
  /** id of the latest event */
  readonly lastEventId: string;
  until(matches: (heard: HeardEvent) => boolean): Promise<HeardEvent>;
  untilText(part: string | RegExp): Promise<void>;
  /** resolves at the end of the stream, or of the connection */
  readonly ended: Promise<void>;
  close(): void;
}

export const aboutVisit =
  (visitId: number) =>
  ({ event, data }: HeardEvent): boolean =>
    event === "change" && data.visitId === visitId;

export const ofKind =
  (kind: string) =>
  ({ event, data }: HeardEvent): boolean =>
    event === "change" && data.kind === kind;

function parse(block: string): { event?: string; id?: string; data?: string } {
  const fields = block.split("\n").map((line) => /^(\w+): (.*)$/.exec(line));
  return Object.fromEntries(fields.flatMap((found) => (found ? [[found[1], found[2]]] : [])));
}

/** Opens a stream; `status` is the server's answer. */
export async function readLive(
  { url }: { readonly url: string },
  cookie: string,
  { lastEventId: from = "" } = {},
): Promise<LiveReader> {
  const stopped = new AbortController();
  const response = await fetch(`${url}/dash/live`, {
    headers: { Cookie: cookie, Accept: "text/event-stream", ...(from && { "Last-Event-ID": from }) },
    signal: stopped.signal,
  });
  const events: HeardEvent[] = [];
  let text = "";
  let lastEventId = from;
  let unread = "";
  let onMore = () => {};
  const take = (chunk: string) => {
    text += chunk;
    const blocks = (unread + chunk).split("\n\n");
    unread = blocks.pop() ?? "";
    for (const block of blocks) {
      const { event = "message", id, data } = parse(block);
      lastEventId = id ?? lastEventId;
      if (data !== undefined) events.push({ event, id: lastEventId, data: JSON.parse(data) });
    }
    onMore();
  };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) take(decoder.decode(chunk, { stream: true }));
  };
  const ended = response.ok ? read().catch(() => {}) : Promise.resolve();
  const wait = async <T>(look: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = look();
      if (found) return found;
      const more = new Promise<"more">((resolve) => {
        onMore = () => resolve("more");
      });
      const last = await Promise.race([more, ended.then(() => "ended" as const)]);
      if (last === "ended" && !look()) throw new Error(`The stream ended after:\n${text}`);
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    get text() {
      return text;
    },
    get lastEventId() {
      return lastEventId;
    },
    until: (matches) => wait(() => events.find(matches)),
    async untilText(part) {
      await wait(() => (typeof part === "string" ? text.includes(part) : part.test(text)) || undefined);
    },
    ended,
    close: () => stopped.abort(),
  };
}

export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}
