import { createBrowserHistory, type HistoryLocation, type RouterHistory } from "@tanstack/react-router";
import { randomId } from "./random-id.ts";

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
export const createConsoleHistory = (): RouterHistory =>
  createBrowserHistory({ createHref: (path) => `${basePath}${path}`, parseLocation });
