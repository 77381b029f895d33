/** Live streams of a test file, and changes published on them. */
import type { Knex } from "knex";
import { afterEach } from "vitest";
import { type Change, publishChanges } from "#api/live/changes.ts";
import type { TestServer } from "./api.ts";
import type { SignedIn } from "./console/staff.ts";
import { type LiveReader, readLive } from "./events.ts";

/** Call at the top of a file; closes streams after each test. @param defaultServer for streams without another one */
export function liveReaders(defaultServer: () => TestServer) {
  const open = new Set<LiveReader>();
  afterEach(() => {
    for (const reader of open) reader.close();
    open.clear();
  });
  /** Opens a stream, and waits for its first event: no later change is missed. */
  return async (me: SignedIn, at = defaultServer(), lastEventId?: string): Promise<LiveReader> => {
    const reader = await readLive(at, me.cookie, lastEventId === undefined ? {} : { lastEventId });
    open.add(reader);
    if (reader.status === 200 && lastEventId === undefined)
      await reader.until(({ event }) => event === "reset");
    return reader;
  };
}

export const publishLiveChanges = (db: Knex, changes: Change[]) =>
  db.transaction((trx) => publishChanges(trx, changes));

let visits = 1_000_000;

export async function publishVisitChange(db: Knex, hostUserId: number): Promise<number> {
  const visitId = ++visits;
  await publishLiveChanges(db, [{ kind: "visit", visitId, hostUserId }]);
  return visitId;
}
