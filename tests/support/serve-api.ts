/**
 * A process of the API for api-process.ts: reports its address, ends due visits on request, stops at SIGTERM, and exits
 * when its parent process is gone.
 */
import { endVisits } from "#api/jobs/end-visits.ts";
import { closePools, createDeps, serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";

const settings = readSettings(process.env);
const options = { settings, databaseUrl: settings.databaseUrl ?? "" };
const running = await serve(options);
const own = createDeps(options);

process.on("message", async () => process.send?.({ ended: await endVisits(own) }));
process.once("disconnect", () => process.exit(1));
process.once("SIGTERM", async () => {
  await running.close();
  await closePools(own);
  process.exit(0);
});
process.send?.({ url: running.url });
