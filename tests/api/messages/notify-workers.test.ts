import { expect, it, vi } from "vitest";
import { notifyWorkers, onMessages } from "#api/features/messages/queue.ts";
import { announce, announceChanges } from "#api/live/changes.ts";
import { createLog } from "#api/log.ts";
import { startTestServer } from "../../support/api.ts";

const server = await startTestServer();
const { db, publicDb } = server.deps;

it("wakes the worker after commits of the staff's pool and of the public one", async () => {
  const wake = vi.fn();
  const silence = onMessages(db, wake);
  for (const pool of [db, publicDb]) {
    await pool.transaction(async (trx) => notifyWorkers(trx));
    await vi.waitFor(() => expect(wake).toHaveBeenCalledOnce());
    wake.mockClear();
  }
  silence();
});

it("announces changes of both pools", async () => {
  const sent: string[] = [];
  db.on("query", ({ sql }: { sql: string }) => sent.push(sql));
  announceChanges(db, createLog("silent"));
  for (const pool of [db, publicDb]) {
    sent.length = 0;
    await pool.transaction(async (trx) => announce(trx));
    await vi.waitFor(() => expect(sent).toContain("NOTIFY changes"));
  }
  await server.close();
});
