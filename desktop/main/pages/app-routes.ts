/** Routes of `app://console`: the same paths as in the browser, served locally or by the server. */

export const scheme = "app";
export const appOrigin = "app://console";
/** The connection page. */
export const startPage = `${appOrigin}/`;
/** The console's start screen. */
export const consolePage = `${appOrigin}/dash/`;

/** Progress of the diagnostics (diagnostics/progress-page.ts). */
export const diagnosticsPage = `${appOrigin}/diagnostics`;
/** Link that starts the diagnostics, for pages without scripts. The current page stays. */
export const saveDiagnosticsLink = `${diagnosticsPage}/save`;

/**
 * `file`: from the build, including the connection page; `console`: the console's page; `call`: forwarded to the
 * server.
 */
export type Route = "file" | "console" | "call";

interface Refused {
  readonly status: 400 | 403 | 404 | 405;
  readonly reason: "host" | "path" | "method" | "page";
}

/** Paths forwarded to the server. The console reads the server's version from `/healthz`. */
const call = /^\/(?:(?:api|dash|custom|files)\/|healthz$)/;
const belowDash = /^\/dash(?:\/|$)/;
const callMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Path traversal: dot segments, empty segments and backslashes, plain or escaped. */
const pathTraversal = /\\|\/\/|\/\.{1,2}(?:\/|$)|%(?![\da-f]{2})|%(?:00|25|2e|2f|5c)/i;

const wantsPage = ({ method, headers }: Request): boolean =>
  method === "GET" && /\btext\/html\b/i.test(headers.get("Accept") ?? "");

/** @returns the route, or why the request is refused */
export function routeOf(request: Request): Route | Refused {
  const url = URL.parse(request.url);
  if (url?.protocol !== `${scheme}:` || url.host !== "console") return { status: 403, reason: "host" };
  const { pathname } = url;
  if (pathTraversal.test(pathname)) return { status: 400, reason: "path" };
  if (belowDash.test(pathname) && wantsPage(request)) return "console";
  if (call.test(pathname)) {
    // a page from the server would run with the privileges of local pages
    if (wantsPage(request)) return { status: 404, reason: "page" };
    return callMethods.has(request.method) ? "call" : { status: 405, reason: "method" };
  }
  if (pathname.includes("%")) return { status: 400, reason: "path" };
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead ? "file" : { status: 405, reason: "method" };
}
