import { uptime } from "node:os";
import { join } from "node:path";
import { endOwnSessions, logIn, logOut } from "#contract/people/account.ts";
import { confirmRequiredFactor, logInByCode } from "#contract/people/second-factor.ts";
import type { Language, SnapshotAnswer, SnapshotProblem } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import type { RequestHandler } from "../pages/app-protocol.ts";
import { type ClockWatch, clockAhead, createClockWatch } from "./clock-watch.ts";
import { onlyInside, parseContent, type SnapshotContent } from "./snapshot-content.ts";
import { type CipherOptions, createSnapshotCipher, type SnapshotCipher } from "./snapshot-encryption.ts";
import { createSnapshotReader, type Reading, type ReadLists } from "./snapshot-reader.ts";
import { openVersionedFile, type VersionedFile } from "./versioned-file.ts";

export const maxAgeMs = 24 * 3_600_000;
const readEveryMs = 5 * 60_000;
/** Each fetch adds rows to the access log, so changes are fetched at most once a minute. */
const readAfterChangeMs = 60_000;

interface Options {
  readonly read: () => Promise<Reading>;
  readonly cipher: SnapshotCipher;
  readonly files: VersionedFile;
  readonly clock: ClockWatch;
  /** the selected server */
  readonly currentServer: () => string | undefined;
  readonly log: Log;
}

export type SnapshotStore = ReturnType<typeof createSnapshot>;

type Found = { readonly content: SnapshotContent; readonly encrypted: string };

/**
 * Offline copy of the printed lists (docs/decisions/privacy/snapshot.md). Bound to server and user, at most a day old,
 * deleted at sign-out. Operations run one after another, so lists fetched before a sign-out are never written after it.
 */
export function createSnapshot({ read, cipher, files, clock, currentServer, log }: Options) {
  /** The last known signed-in user. */
  let userId: number | undefined;
  /** Why there is no copy. */
  let reason: SnapshotProblem = "none";
  let queue: Promise<unknown> = Promise.resolve();

  function runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  }

  async function remove(problem: SnapshotProblem): Promise<void> {
    reason = problem;
    await files.wipe();
  }

  /** The newest version that can be decrypted. */
  async function find(): Promise<Found | "damaged" | undefined> {
    const texts = await files.read();
    for (const encrypted of texts) {
      try {
        return { content: parseContent(await cipher.decrypt(encrypted)), encrypted };
      } catch (error) {
        log("snapshot-damaged", { problem: error instanceof Error ? error.name : typeof error });
      }
    }
    return texts.length > 0 ? "damaged" : undefined;
  }

  function problemOf({ server, user, clockAt }: SnapshotContent): SnapshotProblem | undefined {
    if (server !== currentServer()) return "otherServer";
    if (userId !== undefined && user.id !== userId) return "otherUser";
    if (clock.hasMoved(clockAt)) return "clock";
    return clock.now() - clockAt > maxAgeMs ? "expired" : undefined;
  }

  /** Returns what may be shown. Deletes what may not, unless only the clock is wrong. */
  async function check(): Promise<Found | SnapshotProblem> {
    const found = await find();
    if (found === undefined) {
      // reports a missing key store as the reason
      return reason === "none" && !(await cipher.isAvailable()) ? "unprotected" : reason;
    }
    if (found === "damaged") return found;
    const problem = problemOf(found.content);
    if (problem !== undefined && problem !== "clock") await remove(problem);
    return problem ?? found;
  }

  async function store(lists: ReadLists, server: string, serverTime: number | undefined): Promise<void> {
    userId = lists.user.id;
    if (!(await cipher.isAvailable())) return remove("unprotected");
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
    const encrypted = await cipher.encrypt(JSON.stringify(content));
    await files.write(encrypted, typeof before === "string" ? undefined : before.encrypted);
  }

  /** Reduces both versions to the visitors inside. */
  async function lock(): Promise<void> {
    const found = await check();
    if (typeof found === "string" || found.content.isLocked) return;
    await files.write(await cipher.encrypt(JSON.stringify(onlyInside(found.content))), undefined);
  }

  async function applyReading(reading: Reading, server: string): Promise<void> {
    // another server was selected meanwhile
    if (currentServer() !== server) return;
    if (reading.kind === "lists") await store(reading.lists, server, reading.serverTime);
    else if (reading.kind === "over" && reading.isIdle) await lock();
    else if (reading.kind === "over") await remove("signedOut");
    else if (reading.kind === "notAllowed") {
      userId = reading.userId;
      await remove("notAllowed");
    } else {
      log("snapshot-not-read", { problem: reading.problem });
      // deletes an expired copy even while offline
      await check();
    }
  }

  /** Fetches the lists, then stores, locks or deletes the copy. @throws when writing fails */
  const refresh = (): Promise<void> =>
    runInOrder(async () => {
      const server = currentServer();
      // deletes the copy of a previous server
      if (server === undefined) await check();
      else await applyReading(await read(), server);
    });

  const answer = (): Promise<SnapshotAnswer> =>
    runInOrder(async () => {
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

  const wipe = (): Promise<void> => runInOrder(() => remove("none"));

  const inBackground = (work: Promise<void>): void =>
    void work.catch((error: Error) => log("snapshot-failed", { problem: error.message }));
  /** Refreshes in the background; logs errors. */
  const refreshInBackground = (): void => inBackground(refresh());
  /** Deletes the copy in the background after a sign-out. */
  const signedOut = (): void => inBackground(runInOrder(() => remove("signedOut")));
  let isDue = false;
  /** Refreshes a minute after a change; further changes within it are included. */
  function changed(): void {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      refreshInBackground();
    }, readAfterChangeMs).unref();
  }

  return { refresh, refreshInBackground, changed, signedOut, answer, wipe, canKeep: cipher.isAvailable };
}

interface OpenOptions extends Pick<Options, "currentServer" | "log"> {
  /** the user's data folder of the app */
  readonly folder: string;
  readonly ask: RequestHandler;
  readonly safeStorage: CipherOptions["safeStorage"];
  readonly currentLanguage: () => Language;
}

/** Creates the offline copy and starts fetching: now, every five minutes, and after local changes. */
export function openSnapshot({ folder, ask, safeStorage, currentLanguage, currentServer, log }: OpenOptions) {
  const snapshot = createSnapshot({
    read: createSnapshotReader({ ask, currentLanguage, now: Date.now }),
    cipher: createSnapshotCipher({ safeStorage, platform: process.platform }),
    files: openVersionedFile(join(folder, "snapshot")),
    clock: createClockWatch({ now: Date.now, uptime: () => uptime() * 1000 }),
    currentServer,
    log,
  });
  snapshot.refreshInBackground();
  setInterval(snapshot.refreshInBackground, readEveryMs).unref();
  return snapshot;
}

const signIns = new Set<string>([logIn.path, logInByCode.path, confirmRequiredFactor.path]);
const signOuts = [logOut, endOwnSessions];
const isSignOut = (method: string, pathname: string) =>
  signOuts.some((call) => call.method === method && call.path === pathname);

/**
 * Watches responses to the window: sign-in, sign-out and session end take effect before the window learns of them,
 * because its calls wait in the same queue. Changes made in the window are fetched within a minute, so a visitor who
 * gets a pass is soon on the evacuation list.
 */
export const watchSessions =
  (
    forward: RequestHandler,
    {
      refreshInBackground,
      changed,
      signedOut,
    }: Pick<SnapshotStore, "refreshInBackground" | "changed" | "signedOut">,
  ): RequestHandler =>
  async (request) => {
    const response = await forward(request);
    const { pathname } = new URL(request.url);
    if (isSignOut(request.method, pathname) && response.ok) signedOut();
    else if (response.status === 401 || (signIns.has(pathname) && response.ok)) refreshInBackground();
    else if (request.method !== "GET" && response.ok) changed();
    return response;
  };

/** IPC handlers. */
export const snapshotCalls = ({ answer, wipe, canKeep }: SnapshotStore) => ({
  "snapshot.read": answer,
  "snapshot.wipe": wipe,
  "snapshot.canKeep": canKeep,
});
