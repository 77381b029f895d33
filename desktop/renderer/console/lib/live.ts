/**
 * Changes as they happen: what is known of them is dropped and read again under one's own rights. The tabs of a
 * browser share one stream: the one that holds the lock listens, the others hear it from that one.
 */
import { create } from "zustand";
import { type ChangeKind, type LiveChange, liveEvents } from "#contract/live.ts";
import { inBackground } from "./api.ts";
import { queryClient } from "./query-client.ts";
import { sessionExpired } from "./session-end.ts";

type LiveState = "connecting" | "live" | "lost";

export const useLive = create<{ state: LiveState; lostAt: number | undefined }>(() => ({
  state: "connecting",
  lostAt: undefined,
}));

type Told = { readonly kind: "change"; readonly change: LiveChange } | { readonly kind: "reset" } | State;
type State = { readonly kind: "state"; readonly state: LiveState };

type Hear = (change: LiveChange | undefined) => void;

const listeners = new Set<Hear>();

/**
 * Hears of each change; undefined where all may have changed.
 * @returns ends it
 */
export function onLiveChange(hear: Hear): () => void {
  listeners.add(hear);
  return () => void listeners.delete(hear);
}

const path = "/dash/live";
const batchMs = 60;
const retryMs = 3_000;

const waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Many changes within a blink are one reading. */
function refresh(kinds: readonly string[]): void {
  for (const kind of kinds) waiting.add(kind);
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    const keys = [...waiting];
    waiting.clear();
    inBackground(() => {
      for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
    });
  }, batchMs);
}

function setState(state: LiveState): void {
  useLive.setState((before) => ({
    state,
    lostAt: state === "lost" ? (before.lostAt ?? Date.now()) : undefined,
  }));
}

function take(told: Told): void {
  if (told.kind === "state") {
    setState(told.state);
    return;
  }
  const change = told.kind === "change" ? told.change : undefined;
  refresh(change ? keysOf(change.kind) : everything);
  for (const hear of listeners) hear(change);
}

/** Listens while the signal lasts; ends where the session has ended. */
function listen(signal: AbortSignal, tell: (told: Told) => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      source?.close();
      clearTimeout(retry);
      resolve();
    };
    const open = () => {
      source = new EventSource(path);
      source.addEventListener("open", () => tell({ kind: "state", state: "live" }));
      source.addEventListener(liveEvents.reset, () => tell({ kind: "reset" }));
      source.addEventListener(liveEvents.change, ({ data }) =>
        tell({ kind: "change", change: JSON.parse(data) as LiveChange }),
      );
      source.addEventListener("error", () => {
        tell({ kind: "state", state: "lost" });
        if (source?.readyState !== EventSource.CLOSED) return;
        // Refused: the session is over, or the server is being restarted. Asking tells which.
        void fetch("/dash/user/current", {
          headers: { Accept: "application/json", "X-Background": "1" },
        }).then(
          ({ status }) => {
            if (status === 401) sessionExpired();
          },
          () => undefined,
        );
        retry = setTimeout(open, retryMs);
      });
    };
    signal.addEventListener("abort", stop, { once: true });
    open();
  });
}

/** Takes part in the stream until the returned function is called. */
export function followChanges(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel("visitor.live");
  channel.addEventListener("message", ({ data }) => take(data as Told));
  const tell = (told: Told) => {
    channel.postMessage(told);
    take(told);
  };
  navigator.locks.request("visitor.live", { signal }, () => listen(signal, tell)).catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

/** First parts of the keys that readings are kept under, and which of them a change touches. */
const touched: Readonly<Record<ChangeKind, readonly string[]>> = {
  visit: ["visits"],
  pass: ["passes", "visits", "setUp"],
  configuration: ["configuration", "setUp"],
  // what is chosen from is kept with the configuration
  company: ["configuration", "companies", "hostUsers", "setUp"],
  code: ["configuration", "codes", "setUp"],
  hostUser: ["configuration", "hostUsers", "setUp"],
  text: ["texts", "setUp"],
  sms: ["messages"],
  signage: ["signage"],
  // found by the people of visits, and kept with them
  erasureRequest: ["visits"],
  accessReview: ["accessReview"],
  // the board says which day was left open
  dayClosing: ["visits"],
  // whose visits are one's own changes with it, and who is away when hosts are chosen from
  delegation: ["delegations", "session", "visits", "messages", "configuration"],
};

/** What is read again where all may have changed. */
const everything: readonly string[] = [...new Set(Object.values(touched).flat())];

/** A newer server may know kinds that this console does not: then everything is read again. */
const keysOf = (kind: ChangeKind): readonly string[] => touched[kind] ?? everything;
