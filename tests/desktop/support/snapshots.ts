/** A snapshot whose server, clocks and storage a test controls. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotVisit } from "../../../desktop/ipc.ts";
import { createClockWatch } from "../../../desktop/main/snapshot/clock-watch.ts";
import { createSnapshot } from "../../../desktop/main/snapshot/snapshot.ts";
import type { SnapshotCipher } from "../../../desktop/main/snapshot/snapshot-encryption.ts";
import type { Reading, ReadLists } from "../../../desktop/main/snapshot/snapshot-reader.ts";
import { openVersionedFile } from "../../../desktop/main/snapshot/versioned-file.ts";
import { keptLog } from "./log.ts";
import { fakeCipher } from "./safe-storage.ts";

export const hour = 3_600_000;

export const visitor = (id: number, more: Partial<SnapshotVisit> = {}): SnapshotVisit => ({
  id,
  reserveNo: `261121-0000${id}`,
  name: `방문객${id}`,
  company: "나래상사",
  host: "김철수",
  department: "설계팀",
  place: "본관",
  startDate: "2026-11-21 09:00",
  endDate: "2026-11-21 18:00",
  passNo: "",
  isInside: false,
  enteredAt: "",
  ...more,
});

export const listsOf = (visits: SnapshotVisit[], more: Partial<ReadLists> = {}): ReadLists => ({
  user: { id: 7, name: "안내원" },
  company: { ko: "가온정밀", en: "Gaon Precision" },
  timezone: "Asia/Seoul",
  isCut: false,
  visits,
  ...more,
});

interface Surroundings {
  folder: string;
  cipher?: SnapshotCipher;
  server?: string;
  now?: number;
}

export function startKeeper({
  folder,
  cipher = fakeCipher(),
  server = "https://one.example.com",
  now = Date.UTC(2026, 10, 21, 3),
}: Surroundings) {
  const { log, lines } = keptLog();
  const world = {
    now,
    uptime: hour,
    server: server as string | undefined,
    reading: { kind: "away", problem: "lost" } as Reading,
    /** runs while the server is asked */
    meanwhile: () => {},
  };
  const file = join(folder, "snapshot");
  const keeper = createSnapshot({
    read: async () => {
      world.meanwhile();
      return world.reading;
    },
    cipher,
    files: openVersionedFile(file),
    clock: createClockWatch({ now: () => world.now, uptime: () => world.uptime }),
    currentServer: () => world.server,
    log,
  });
  return {
    ...keeper,
    file,
    /** The names of the files that are there. */
    files: () => readdirSync(folder).sort(),
    lines,
    world,
    /** Moves both clocks on. */
    pass(ms: number) {
      world.now += ms;
      world.uptime += ms;
    },
    /** Refreshes with an answer of the server. */
    async says(reading: Reading) {
      world.reading = reading;
      await keeper.refresh();
    },
  };
}

export const reads = (visits: SnapshotVisit[], more?: Partial<ReadLists>, serverTime?: number): Reading => ({
  kind: "lists",
  lists: listsOf(visits, more),
  serverTime,
});
