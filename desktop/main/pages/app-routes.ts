/** Where an address of `app://console` leads: the same paths as in the browser, answered by us or by the server. */

export const scheme = "app";
export const appOrigin = "app://console";
/** The connection page. */
export const startPage = `${appOrigin}/`;
/** The console, on the screen where somebody's work begins. */
export const consolePage = `${appOrigin}/dash/`;

/** Shows how far the diagnostics are (diagnostics/progress-page.ts). */
export const diagnosticsPage = `${appOrigin}/diagnostics`;
/** A link that begins them, for pages without a script. Nothing is shown in its place. */
export const saveDiagnosticsLink = `${diagnosticsPage}/save`;

/** `file`: one of the build, the connection page included; `console`: the console's page; `call`: the server's business. */
export type Place = "file" | "console" | "call";

interface Refused {
  readonly status: 400 | 403 | 404 | 405;
  readonly reason: "host" | "path" | "method" | "page";
}

/** What the server answers. `/healthz` is how the console learns the server's version. */
const call = /^\/(?:(?:api|dash|custom|files)\/|healthz$)/;
const belowDash = /^\/dash(?:\/|$)/;
const callMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Dots, empty parts and backslashes, plain or escaped: nothing of ours has them, and they climb. */
const climbing = /\\|\/\/|\/\.{1,2}(?:\/|$)|%(?![\da-f]{2})|%(?:00|25|2e|2f|5c)/i;

const wantsPage = ({ method, headers }: Request): boolean =>
  method === "GET" && /\btext\/html\b/i.test(headers.get("Accept") ?? "");

/** @returns the place, or why there is none */
export function placeOf(request: Request): Place | Refused {
  const url = URL.parse(request.url);
  if (url?.protocol !== `${scheme}:` || url.host !== "console") return { status: 403, reason: "host" };
  const { pathname } = url;
  if (climbing.test(pathname)) return { status: 400, reason: "path" };
  if (belowDash.test(pathname) && wantsPage(request)) return "console";
  if (call.test(pathname)) {
    // a page of the server's would be one of ours, with all that ours may do
    if (wantsPage(request)) return { status: 404, reason: "page" };
    return callMethods.has(request.method) ? "call" : { status: 405, reason: "method" };
  }
  if (pathname.includes("%")) return { status: 400, reason: "path" };
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead ? "file" : { status: 405, reason: "method" };
}
