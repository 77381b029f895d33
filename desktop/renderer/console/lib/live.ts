/**
 * Live updates: invalidates changed queries, which are fetched again with the user's permissions. The tabs of a browser
 * share one stream: the tab with the lock receives it and broadcasts to the others.
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
 * Subscribes to changes; undefined means that everything may have changed.
 * @returns unsubscribe
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

/** Batches changes within a short time. */
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

/** Receives the stream until the signal aborts. */
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
        // Refused: the session has ended or the server restarts. This request tells which.
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

/** Joins the stream. @returns leaves it */
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

/** Query keys, by their first part, that a kind of change invalidates. */
const touched: Readonly<Record<ChangeKind, readonly string[]>> = {
  visit: ["visits"],
  pass: ["passes", "visits", "setUp"],
  configuration: ["configuration", "setUp"],
  // options of selects are cached with the configuration
  company: ["configuration", "companies", "hostUsers", "setUp"],
  code: ["configuration", "codes", "setUp"],
  hostUser: ["configuration", "hostUsers", "setUp"],
  text: ["texts", "setUp"],
  sms: ["messages"],
  signage: ["signage"],
  // cached with the visits
  erasureRequest: ["visits"],
  accessReview: ["accessReview"],
  // the board shows the day that was not closed
  dayClosing: ["visits"],
  // changes which visits count as own, and absences in host selects
  delegation: ["delegations", "session", "visits", "messages", "configuration"],
};

/** All keys. */
const everything: readonly string[] = [...new Set(Object.values(touched).flat())];

/** Unknown kinds of a newer server invalidate everything. */
const keysOf = (kind: ChangeKind): readonly string[] => touched[kind] ?? everything;
