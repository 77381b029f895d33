/**
 * Notifies open consoles of changes (docs/behaviour.md, "Live updates"). One instance per process reads changes on NOTIFY, and
 * every two seconds in case one got lost, and sends each console what its user may see.
 */
import type { ServerResponse } from "node:http";
import type { Knex } from "knex";
import { readRights, type SessionUser } from "#api/auth/sessions.ts";
import { tooManyRequests, unavailable } from "#api/errors.ts";
import type { Logger } from "#api/log.ts";
import { authorizeChange } from "./change-authorization.ts";
import { announceChanges } from "./changes.ts";
import { listenForChanges } from "./listener.ts";
import { type Position, type Reading, readChanges } from "./queries.ts";
import { LiveStream } from "./stream.ts";

export type Live = ReturnType<typeof createLive>;

export interface LiveOptions {
  readonly db: Knex;
  /** Connection string for LISTEN. */
  readonly url: string;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly intervals?: Intervals;
}

/** Milliseconds. */
export interface Intervals {
  /** Between polls of changes and sessions. The end of a session takes effect within two polls. */
  readonly poll: number;
  readonly heartbeat: number;
}

export const defaultIntervals: Intervals = { poll: 2_000, heartbeat: 20_000 };

/** A session's tabs share one stream; the others are for half-open connections. */
const maxPerSession = 6;
const waitSeconds = 10;

/** Minimum time without a reading after which changes may be missing; at least three polls. */
const minBehindMs = 6_000;

/** Several notifications within this time cause one reading. */
const batchMs = 30;

/** Announces changes from the start; reads them once the first console connects. */
export function createLive({ db, url, clock, log, intervals = defaultIntervals }: LiveOptions) {
  const streams = new Set<LiveStream>();
  let position: Position | undefined;
  let readAt = performance.now();
  let stop: (() => Promise<void>) | undefined;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();
  let isPollDue = false;

  announceChanges(db, log);

  /** Serialises readings: joining and polling must not overtake each other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  const openStreams = () => [...streams].filter(({ isOpen }) => isOpen);

  const behindMs = Math.max(minBehindMs, 3 * intervals.poll);
  const isBehind = () => performance.now() - readAt > behindMs;

  function send(stream: LiveStream, reading: Reading, before: Position): void {
    const visible = reading.changes.flatMap((change) => authorizeChange(stream.person, change) ?? []);
    if (reading.isComplete) stream.send(visible, before, reading.position);
    else stream.reset(reading.position);
  }

  async function readAndSend(): Promise<void> {
    const before = position;
    if (before === undefined || streams.size === 0) return;
    const reading = await readChanges(db, before);
    position = reading.position;
    // Meanwhile requests of the consoles may have failed, too.
    const isComplete = reading.isComplete && !isBehind();
    readAt = performance.now();
    for (const stream of openStreams()) send(stream, { ...reading, isComplete }, before);
  }

  function schedulePoll(): void {
    if (isPollDue || isClosed) return;
    isPollDue = true;
    setTimeout(() => {
      isPollDue = false;
      inTurn(readAndSend).catch((err) => isClosed || log.warn({ err }, "changes could not be read"));
    }, batchMs).unref();
  }

  async function checkSessions(): Promise<void> {
    const open = openStreams();
    const ids = new Set(open.map(({ person }) => person.sessionId));
    const rights = await readRights(db, [...ids], clock());
    for (const stream of open) {
      const { person } = stream;
      const { role, deputyFor } = rights.get(person.sessionId) ?? {};
      if (deputyFor === undefined || role !== person.role) stream.end();
      else if (String(deputyFor) !== String(person.deputyFor)) {
        // A delegation has begun or ended: the console may show too much or too little.
        stream.person = { ...person, deputyFor };
        if (position !== undefined) stream.reset(position);
      }
    }
  }

  function start(): () => Promise<void> {
    const stopListening = listenForChanges(url, log, schedulePoll);
    const timers = [
      setInterval(() => {
        if (streams.size === 0) return;
        schedulePoll();
        checkSessions().catch((err) => isClosed || log.warn({ err }, "sessions could not be checked"));
      }, intervals.poll),
      setInterval(() => {
        if (position !== undefined && !isBehind())
          for (const stream of openStreams()) stream.heartbeat(position);
      }, intervals.heartbeat),
    ];
    return async () => {
      for (const timer of timers) clearInterval(timer);
      await stopListening();
    };
  }

  async function join(stream: LiveStream, lastEventId: string): Promise<void> {
    const reading = await readChanges(db, lastEventId);
    if (isClosed) throw unavailable();
    // The first stream sets the position; later ones may get some changes twice.
    if (openStreams().length === 0) {
      position = reading.position;
      readAt = performance.now();
    }
    stream.open();
    send(stream, reading, lastEventId);
  }

  return {
    /**
     * Responds with a stream that lasts until the session ends or the role changes.
     * @param lastEventId position of a reconnecting console; empty for a new one
     * @throws HttpError 429 where the session has too many streams; 503 while stopping
     */
    async open(person: SessionUser, response: ServerResponse, lastEventId: string): Promise<void> {
      if (isClosed) throw unavailable();
      const sessionStreams = [...streams].filter(
        ({ person: { sessionId } }) => sessionId === person.sessionId,
      );
      if (sessionStreams.length >= maxPerSession) throw tooManyRequests(waitSeconds);
      stop ??= start();
      const stream = new LiveStream(person, response, () => streams.delete(stream));
      streams.add(stream);
      try {
        await inTurn(() => join(stream, lastEventId));
      } catch (error) {
        streams.delete(stream);
        throw error;
      }
    },
    /** Number of open streams. */
    streams: () => openStreams().length,
    /** Ends all streams and refuses new ones. */
    async close(): Promise<void> {
      isClosed = true;
      for (const stream of openStreams()) stream.end();
      await stop?.();
    },
  };
}
