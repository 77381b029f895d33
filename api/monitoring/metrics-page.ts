/** `/metrics` for Prometheus, for callers that the environment allows (docs/operations.md). */
import { createHash, timingSafeEqual } from "node:crypto";
import type Router from "@koa/router";
import proxyAddr from "proxy-addr";
import { notFound, unauthorized } from "#api/errors.ts";
import type { RequestState } from "#api/http/request-context.ts";
import type { Metrics } from "#api/monitoring/metrics.ts";
import type { Settings } from "#api/settings.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Callers need the token and an allowed address, where they are configured; all others get a 404 or 401.
 */
export function metricsRoute(
  router: Router<RequestState>,
  metrics: Metrics,
  { metrics: allowed, trustedProxies }: Pick<Settings, "metrics" | "trustedProxies">,
): void {
  const trusts = proxyAddr.compile([...trustedProxies]);
  const isListed = allowed.addresses.length > 0 ? proxyAddr.compile([...allowed.addresses]) : () => true;
  const expected = allowed.token === undefined ? undefined : digest(`Bearer ${allowed.token}`);
  router.get("/metrics", async (ctx) => {
    ctx.state.route = "/metrics";
    ctx.set("Cache-Control", "no-store");
    if (!isListed(proxyAddr(ctx.req, trusts), 0)) throw notFound();
    if (expected && !timingSafeEqual(expected, digest(ctx.get("Authorization")))) {
      ctx.set("WWW-Authenticate", "Bearer");
      throw unauthorized();
    }
    const { type, text } = await metrics.read();
    ctx.type = type;
    ctx.body = text;
  });
}
