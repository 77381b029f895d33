/** What changed, as it changes. */
import { route } from "#api/http/bind-route.ts";
import { getLive } from "#contract/live.ts";

export const liveRoutes = [
  route(getLive, async ({ deps, ctx, me }) => {
    if (ctx.method === "HEAD") return "";
    await deps.live.open(me, ctx.res, ctx.get("Last-Event-ID"));
    // The stream writes to the response itself, for as long as it lasts.
    ctx.respond = false;
    return undefined;
  }),
];
