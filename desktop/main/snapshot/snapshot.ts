import { uptime } from "node:os";
import { join } from "node:path";
import { endOwnSessions, logIn, logOut } from "#contract/people/account.ts";
import { confirmRequiredFactor, logInByCode } from "#contract/people/second-factor.ts";
import type { Language, SnapshotAnswer, SnapshotProblem } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import type { Answer } from "../pages/app-protocol.ts";
import { type ClockWatch, clockAhead, createClockWatch } from "./clock-watch.ts";
import { type Generations, openGenerations } from "./generations.ts";
import { onlyInside, parseContent, type SnapshotContent } from "./snapshot-content.ts";
import { createSeal, type Seal, type SealOptions } from "./snapshot-encryption.ts";
import { createSnapshotReader, type Reading, type ReadLists } from "./snapshot-reader.ts";

export const keptForMs = 24 * 3_600_000;
const readEveryMs = 5 * 60_000;
/** Each reading is rows of the access log, so that a busy desk reads once a minute and not at every press. */
const readAfterChangeMs = 60_000;

interface Options {
  readonly read: () => Promise<Reading>;
  readonly seal: Seal;
  readonly files: Generations;
  readonly clock: ClockWatch;
  /** the chosen server */
  readonly serverNow: () => string | undefined;
  readonly log: Log;
}

export type SnapshotKeeper = ReturnType<typeof createSnapshot>;

type Found = { readonly content: SnapshotContent; readonly sealed: string };

/**
 * The lists that are printed, kept for when the server is gone (docs/decisions/privacy/snapshot.md). Bound to the
 * server and to who read them; a day old at most; gone with the sign-out. Everything happens one after the other, so
 * that a list that was read before a sign-out is never written after it.
 */
export function createSnapshot({ read, seal, files, clock, serverNow, log }: Options) {
  /** Who the server last said is signed in. */
  let userId: number | undefined;
  /** Why there is nothing. */
  let reason: SnapshotProblem = "none";
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  }

  async function remove(why: SnapshotProblem): Promise<void> {
    reason = why;
    await files.wipe();
  }

  /** The newest generation that can be opened. */
  async function find(): Promise<Found | "damaged" | undefined> {
    const texts = await files.read();
    for (const sealed of texts) {
      try {
        return { content: parseContent(await seal.open(sealed)), sealed };
      } catch (error) {
        log("snapshot-damaged", { problem: error instanceof Error ? error.name : typeof error });
      }
    }
    return texts.length > 0 ? "damaged" : undefined;
  }

  function problemOf({ server, user, clockAt }: SnapshotContent): SnapshotProblem | undefined {
    if (server !== serverNow()) return "otherServer";
    if (userId !== undefined && user.id !== userId) return "otherUser";
    if (clock.hasMoved(clockAt)) return "clock";
    return clock.now() - clockAt > keptForMs ? "expired" : undefined;
  }

  /** What may be shown now. What may not any more goes; where only the clock is wrong it stays, unseen. */
  async function check(): Promise<Found | SnapshotProblem> {
    const found = await find();
    if (found === undefined) {
      // nothing is kept where nothing can be kept safely, and that is worth a word
      return reason === "none" && !(await seal.isSafe()) ? "unprotected" : reason;
    }
    if (found === "damaged") return found;
    const problem = problemOf(found.content);
    if (problem !== undefined && problem !== "clock") await remove(problem);
    return problem ?? found;
  }

  async function take(lists: ReadLists, server: string, serverTime: number | undefined): Promise<void> {
    userId = lists.user.id;
    if (!(await seal.isSafe())) return remove("unprotected");
    clock.settle();
    const before = await check();
    const clockAt = clock.now();
    const content: SnapshotContent = {
      format: "visitor-snapshot-1",
      server,
      ...lists,
      readAt: serverTime ?? clockAt,
      clockAt,
      isLocked: false,
    };
    const sealed = await seal.close(JSON.stringify(content));
    await files.write(sealed, typeof before === "string" ? undefined : before.sealed);
  }

  /** Takes the lists away and leaves who is inside, also in the generation before. */
  async function lock(): Promise<void> {
    const found = await check();
    if (typeof found === "string" || found.content.isLocked) return;
    await files.write(await seal.close(JSON.stringify(onlyInside(found.content))), undefined);
  }

  async function applyReading(reading: Reading, server: string): Promise<void> {
    // another server was chosen while this one answered
    if (serverNow() !== server) return;
    if (reading.kind === "lists") await take(reading.lists, server, reading.serverTime);
    else if (reading.kind === "over" && reading.isIdle) await lock();
    else if (reading.kind === "over") await remove("signedOut");
    else if (reading.kind === "notAllowed") {
      userId = reading.userId;
      await remove("notAllowed");
    } else {
      log("snapshot-not-read", { problem: reading.problem });
      // what has grown too old goes without the server, too
      await check();
    }
  }

  /** Asks the server and keeps, locks or removes what it calls for. @throws where the disk refuses */
  const refresh = (): Promise<void> =>
    inTurn(async () => {
      const server = serverNow();
      // what was another server's goes though that one answers
      if (server === undefined) await check();
      else await applyReading(await read(), server);
    });

  const answer = (): Promise<SnapshotAnswer> =>
    inTurn(async () => {
      const found = await check();
      if (typeof found === "string") return { problem: found };
      const { server, company, timezone, user, readAt, clockAt, isCut, isLocked, visits } = found.content;
      return {
        snapshot: {
          server,
          company,
          timezone,
          reader: user.name,
          readAt,
          isCut,
          isLocked,
          clockAhead: clockAhead(clockAt, readAt),
          visits,
        },
      };
    });

  const wipe = (): Promise<void> => inTurn(() => remove("none"));

  const behind = (work: Promise<void>): void =>
    void work.catch((error: Error) => log("snapshot-failed", { problem: error.message }));
  /** Refreshes behind; what goes wrong is written down. */
  const look = (): void => behind(refresh());
  /** Removes it behind: its person has left. */
  const signedOut = (): void => behind(inTurn(() => remove("signedOut")));
  let isDue = false;
  /** Refreshes a minute after something was changed here, once for all that is changed meanwhile. */
  function changed(): void {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      look();
    }, readAfterChangeMs).unref();
  }

  return { refresh, look, changed, signedOut, answer, wipe };
}

interface Surroundings extends Pick<Options, "serverNow" | "log"> {
  /** the person's own of this program */
  readonly folder: string;
  readonly ask: Answer;
  readonly safeStorage: SealOptions["safeStorage"];
  readonly languageNow: () => Language;
}

/** Puts it together in the program, and begins to read: now, every five minutes, and after changes made here. */
export function openSnapshot({ folder, ask, safeStorage, languageNow, serverNow, log }: Surroundings) {
  const keeper = createSnapshot({
    read: createSnapshotReader({ ask, languageNow, now: Date.now }),
    seal: createSeal({ safeStorage, platform: process.platform }),
    files: openGenerations(join(folder, "snapshot")),
    clock: createClockWatch({ now: Date.now, uptime: () => uptime() * 1000 }),
    serverNow,
    log,
  });
  keeper.look();
  setInterval(keeper.look, readEveryMs).unref();
  return keeper;
}

const signIns = new Set<string>([logIn.path, logInByCode.path, confirmRequiredFactor.path]);
const signOuts = [logOut, endOwnSessions];
const isSignOut = (method: string, pathname: string) =>
  signOuts.some((call) => call.method === method && call.path === pathname);

/**
 * Listens to what the server answers the window: a sign-in, a sign-out and the end of a session have their effect before
 * the window hears of them, because what it asks here waits for its turn. A change that the window made is read before
 * long: who was given a pass at this desk is on the list of an evacuation soon after.
 */
export const noticeSessions =
  (
    forward: Answer,
    { look, changed, signedOut }: Pick<SnapshotKeeper, "look" | "changed" | "signedOut">,
  ): Answer =>
  async (request) => {
    const response = await forward(request);
    const { pathname } = new URL(request.url);
    if (isSignOut(request.method, pathname) && response.ok) signedOut();
    else if (response.status === 401 || (signIns.has(pathname) && response.ok)) look();
    else if (request.method !== "GET" && response.ok) changed();
    return response;
  };

/** What the window may ask of it. */
export const snapshotCalls = ({ answer, wipe }: SnapshotKeeper) => ({
  "snapshot.read": answer,
  "snapshot.wipe": wipe,
});
