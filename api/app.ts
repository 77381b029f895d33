/** Builds the Koa application. */
import Router from "@koa/router";
import Koa from "koa";
import type { Deps } from "./deps.ts";
import { methodNotAllowed, notFound } from "./errors.ts";
import { companySignInRoutes } from "./features/company-sign-in/routes.ts";
import { desktopUpdates } from "./features/desktop-updates/middleware.ts";
import { bindRoute } from "./http/bind-route.ts";
import { handleErrors } from "./http/error-handler.ts";
import { requireOwnHost } from "./http/origin.ts";
import { consolePages } from "./http/pages/console.ts";
import { cspReportsRoute } from "./http/pages/csp-reports.ts";
import { securityTxtRoute } from "./http/pages/security-txt.ts";
import { publicSite } from "./http/pages/site.ts";
import { recordRefusals } from "./http/record-call.ts";
import { type RequestState, requestContext } from "./http/request-context.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { healthRoutes, type Life } from "./monitoring/health.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import { metricsRoute } from "./monitoring/metrics-page.ts";
import { routes } from "./routes.ts";
import type { Traces } from "./traces/traces.ts";

export interface AppOptions {
  /** Built public site; absent for the API alone. */
  readonly siteDir?: string | undefined;
  /** Built console; absent for the API alone. */
  readonly consoleDir?: string | undefined;
  readonly life?: Life;
  /** Prometheus metrics; absent where they are switched off. */
  readonly metrics?: Metrics | undefined;
  /** Absent where tracing is switched off. */
  readonly traces?: Traces | undefined;
}

/** Creates the application without listening. */
export function createApp(
  deps: Deps,
  { siteDir, consoleDir, life = { stopping: false }, metrics, traces }: AppOptions = {},
): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.silent = true;
  app.on("error", (err) => deps.log.warn({ err }, "response failed"));

  app.use(requestContext(deps.log, deps.settings));
  if (traces) app.use(traces.observe);
  if (metrics) app.use(metrics.observe);
  app.use(securityHeaders());
  app.use(handleErrors(deps.log));
  app.use(recordRefusals(deps));
  app.use(requireOwnHost(deps.settings.publicOrigin));
  const desk = consoleDir === undefined ? undefined : consolePages(consoleDir, deps.random);
  // Before the API, because the console's pages have paths below `/dash`.
  if (desk) app.use(desk.pages);

  const router = new Router<RequestState>();
  healthRoutes(router, deps, life);
  if (metrics) metricsRoute(router, metrics, deps.settings);
  securityTxtRoute(router, deps);
  cspReportsRoute(router, deps);
  companySignInRoutes(router, deps);
  for (const route of routes) bindRoute(router, route, deps);
  app.use(router.routes());
  app.use((ctx, next) => {
    const methods = router.match(ctx.path, "").path.flatMap((layer) => layer.methods);
    if (methods.length === 0) return next();
    ctx.set("Allow", [...new Set(methods)].join(", "));
    throw methodNotAllowed();
  });

  const visitorSite = siteDir === undefined ? undefined : publicSite(siteDir);
  if (visitorSite) app.use(visitorSite.files).use(visitorSite.pages);
  if (desk) app.use(desk.files);
  app.use(desktopUpdates(deps.settings.desktopUpdatesDir, deps.log));
  if (visitorSite) app.use(visitorSite.missing);
  app.use(() => {
    throw notFound();
  });
  return app;
}
