/** Processes of the server, with a stand-in for forking. */
import cluster, { type Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { expect, it, onTestFinished, vi } from "vitest";
import { startProcesses } from "#scripts/lib/processes.ts";

it("tries again after the system could not create a process", async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(cluster, "setupPrimary").mockReturnValue();
  const workers: EventEmitter[] = [];
  vi.spyOn(cluster, "fork").mockImplementation(() => {
    const worker = new EventEmitter();
    const attempt = workers.push(worker);
    if (attempt === 3) throw new Error("spawn ENOMEM");
    setImmediate(() => {
      if (attempt === 2) worker.emit("error", new Error("spawn EAGAIN"));
      else worker.emit("message", { url: "http://site.example" });
    });
    const send = () => worker.emit("exit", 0, null);
    return Object.assign(worker, { process: {}, isDead: () => false, send }) as unknown as Worker;
  });
  const lost: string[] = [];
  const onLost = (_pid: unknown, how: string) => void lost.push(how);
  const running = await startProcesses({ count: 1, databaseUrl: "", onLost, restartDelayMs: 0 });
  workers[0]?.emit("exit", null, "SIGKILL");
  await vi.waitFor(() => expect(workers).toHaveLength(4));
  expect(lost).toEqual(["SIGKILL", "spawn EAGAIN", "spawn ENOMEM"]);
  await running.close();
});
