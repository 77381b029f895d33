/** Where each screen of the console is found. All but the app shell and the sign-in load their own code when they are opened. */
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

/** Where the console lies, on the server and in the desktop app (`app://console/dash/`). */
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
 * The browser's history with `/dash` before each of the router's paths. The router's own `basepath` is not used: it is a
 * URL rewrite, and with a rewrite TanStack Router (1.170) takes every address that is not http(s) for an external one,
 * so that over `app:` each redirect became a blocked document load and nothing was drawn.
 */
const createConsoleHistory = (): RouterHistory =>
  createBrowserHistory({ createHref: (path) => `${basePath}${path}`, parseLocation });

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

/** Goes to the sign-in by itself when the session ends. */
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
    // parameters that no screen knows (a mail program's, an old link's) would reach the server, which refuses them
    search: { strict: true },
    trailingSlash: "never",
  });
  onSessionEnd(() => {
    queryClient.clear();
    void router.navigate({ to: "/login", search: { back: router.state.location.href } });
  });
  return router;
}
