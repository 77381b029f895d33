/** Router of the console. All screens except app shell and sign-in are loaded lazily. */
import {
  createBrowserHistory,
  createRouter,
  type HistoryLocation,
  type RouterHistory,
} from "@tanstack/react-router";
import { randomId } from "#browser/random-id.ts";
import { queryClient } from "./lib/query-client.ts";
import { onSessionEnd } from "./lib/session-end.ts";
import { deskRoutes } from "./routes/desk.ts";
import { managementRoutes } from "./routes/management.ts";
import { privacyRoutes } from "./routes/privacy.ts";
import { appShell, rootRoute } from "./routes/root.ts";
import { standaloneRoutes } from "./routes/standalone.ts";
import { textsRoutes } from "./routes/texts.ts";
import { Crash, NotFound } from "./shell/error-pages.tsx";

declare module "@tanstack/react-router" {
  interface Register {
    router: ConsoleRouter;
  }
}

/** Base path of the console, on the server and in the desktop app (`app://console/dash/`). */
const basePath = "/dash";

const withoutBase = (pathname: string): string =>
  pathname === basePath || pathname.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length) || "/"
    : pathname;

function parseLocation(): HistoryLocation {
  const { pathname: fullPath, search, hash } = window.location;
  const pathname = withoutBase(fullPath);
  const key = randomId();
  // null after a jump to a fragment
  const state = window.history.state ?? { __TSR_index: 0, __TSR_key: key, key };
  return { href: `${pathname}${search}${hash}`, pathname, search, hash, state };
}

/**
 * Browser history with `/dash` before each of the router's paths. Does not use the router's `basepath`: it is a URL
 * rewrite, and with a rewrite TanStack Router (1.170) treats every address that is not http(s) as external. Over `app:`
 * each redirect then became a blocked document load and nothing rendered.
 */
const createConsoleHistory = (): RouterHistory =>
  createBrowserHistory({ createHref: (path) => `${basePath}${path}`, parseLocation });

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

/** Creates the router, which opens the sign-in when the session ends. */
export function createConsoleRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      ...standaloneRoutes,
      appShell.addChildren([...deskRoutes, ...managementRoutes, ...privacyRoutes, ...textsRoutes]),
    ]),
    history: createConsoleHistory(),
    context: {},
    defaultPreload: "intent",
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    // unknown parameters (of mail programs, of old links) would reach the server, which refuses them
    search: { strict: true },
    trailingSlash: "never",
  });
  onSessionEnd(() => {
    queryClient.clear();
    void router.navigate({ to: "/login", search: { back: router.state.location.href } });
  });
  return router;
}
