/**
 * Live updates: invalidates changed queries, which are fetched again with the user's permissions. The tabs of a browser
 * share one stream: the tab with the lock receives it and broadcasts to the others.
 */
import type { Query } from "@tanstack/react-query";
import { create } from "zustand";
import { type ChangeKind, type LiveChange, liveEvents } from "#contract/live.ts";
import { inBackground } from "./api.ts";
import { isWithdrawn, queryClient } from "./query-client.ts";
import { handleExpiredSession } from "./session-end.ts";

type LiveState = "connecting" | "live" | "lost";

export const useLive = create<{ state: LiveState; lostAt: number | undefined }>(() => ({
  state: "connecting",
  lostAt: undefined,
}));

type LiveMessage =
  | { readonly kind: "change"; readonly change: LiveChange }
  | { readonly kind: "reset" }
  | State;
type State = { readonly kind: "state"; readonly state: LiveState };

type Listener = (change: LiveChange | undefined) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to changes; undefined means that everything may have changed.
 * @returns unsubscribe
 */
export function onLiveChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const path = "/dash/live";
const batchMs = 60;
const retryMs = 3_000;

/** undefined: everything may have changed */
const pending: (LiveChange | undefined)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Batches changes within a short time. */
function refresh(change: LiveChange | undefined): void {
  pending.push(change);
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    const changes = pending.splice(0);
    const keys = new Set(changes.flatMap((each) => (each ? keysOf(each.kind) : allKeys)));
    inBackground(() => {
      // a withdrawn visit would show a placeholder and fail again at each change of another visit
      const predicate = ({ state, queryKey }: Query) =>
        !isWithdrawn(state.error, queryKey) ||
        typeof queryKey[2] !== "number" ||
        changes.some((each) => (each?.visitId ?? queryKey[2]) === queryKey[2]);
      for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key], predicate });
    });
  }, batchMs);
}

function setState(state: LiveState): void {
  useLive.setState((before) => ({
    state,
    lostAt: state === "lost" ? (before.lostAt ?? Date.now()) : undefined,
  }));
}

function handle(message: LiveMessage): void {
  if (message.kind === "state") {
    setState(message.state);
    return;
  }
  const change = message.kind === "change" ? message.change : undefined;
  refresh(change);
  for (const listener of listeners) listener(change);
}

/** Receives the stream until the signal aborts. */
function listen(signal: AbortSignal, send: (message: LiveMessage) => void): Promise<void> {
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
      source.addEventListener("open", () => send({ kind: "state", state: "live" }));
      source.addEventListener(liveEvents.reset, () => send({ kind: "reset" }));
      source.addEventListener(liveEvents.change, ({ data }) =>
        send({ kind: "change", change: JSON.parse(data) as LiveChange }),
      );
      source.addEventListener("error", () => {
        send({ kind: "state", state: "lost" });
        if (source?.readyState !== EventSource.CLOSED) return;
        // Refused: the session has ended or the server restarts. This request tells which.
        void fetch("/dash/user/current", {
          headers: { Accept: "application/json", "X-Background": "1" },
        }).then(
          ({ status }) => {
            if (status === 401) handleExpiredSession();
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

/** Follows the changes announced by the server. @returns stops */
export function followChanges(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel("visitor.live");
  channel.addEventListener("message", ({ data }) => handle(data as LiveMessage));
  const send = (message: LiveMessage) => {
    channel.postMessage(message);
    handle(message);
  };
  navigator.locks.request("visitor.live", { signal }, () => listen(signal, send)).catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

/** Query keys, by their first part, that a kind of change invalidates. */
const invalidatedKeys: Readonly<Record<ChangeKind, readonly string[]>> = {
  visit: ["visits", "recipients"],
  pass: ["passes", "visits", "setUp"],
  configuration: ["configuration", "setUp"],
  // options of selects are cached with the configuration
  company: ["configuration", "companies", "hostUsers", "setUp"],
  code: ["configuration", "codes", "setUp"],
  hostUser: ["configuration", "hostUsers", "setUp"],
  text: ["texts", "setUp"],
  sms: ["messages", "setUp"],
  signage: ["signage"],
  // cached with the visits
  erasureRequest: ["visits"],
  accessReview: ["accessReview"],
  // the board shows the day that was not closed
  dayClosing: ["visits"],
  // changes which visits count as own, and absences in host selects
  delegation: ["delegations", "session", "visits", "recipients", "messages", "configuration"],
};

/** All keys. */
const allKeys: readonly string[] = [...new Set(Object.values(invalidatedKeys).flat())];

/** Unknown kinds of a newer server invalidate everything. */
const keysOf = (kind: ChangeKind): readonly string[] => invalidatedKeys[kind] ?? allKeys;
