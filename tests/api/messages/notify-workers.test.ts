import { expect, it, vi } from "vitest";
import { notifyWorkers, onQueuedMessages } from "#api/features/messages/queue.ts";
import { startTestServer } from "../../support/api.ts";

const server = await startTestServer();
const { db, publicDb } = server.deps;

it("commits on the staff pool and the public pool notify the worker", async () => {
  const wake = vi.fn();
  const silence = onQueuedMessages(db, wake);
  for (const pool of [db, publicDb]) {
    await pool.transaction(async (trx) => notifyWorkers(trx));
    await vi.waitFor(() => expect(wake).toHaveBeenCalledOnce());
    wake.mockClear();
  }
  silence();
});
