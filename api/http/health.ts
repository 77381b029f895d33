/** For whoever watches the server: is the process alive, and can it serve? */

import type Router from "@koa/router";
import type { Deps } from "#api/deps.ts";
import { version } from "#api/version.ts";
import { isReachable } from "#db/queries/health.ts";
import type { RequestState } from "./request-context.ts";

export interface Life {
  /** True from the moment a stop was asked for. */
  stopping: boolean;
}

const product = "visitor";

/** `/healthz` says which product answers, and its version; `/readyz` is 503 while the database is away or the server stops. */
export function healthRoutes(router: Router<RequestState>, deps: Deps, life: Life): void {
  router.get("/healthz", (ctx) => {
    ctx.state.route = "/healthz";
    ctx.set("Cache-Control", "no-store");
    ctx.body = { status: "ok", product, version };
  });
  router.get("/readyz", async (ctx) => {
    ctx.state.route = "/readyz";
    ctx.set("Cache-Control", "no-store");
    const isUp = await isReachable(deps.db);
    const isReady = isUp && !life.stopping;
    ctx.status = isReady ? 200 : 503;
    ctx.body = { status: isReady ? "ready" : life.stopping ? "stopping" : "no database" };
  });
}
