/** Filters headers between a page and the server. */
import { safeHeaders } from "../pages/app-protocol.ts";

/** RFC 9110, section 7.6.1: hop-by-hop headers. */
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Request headers that the app or Chromium sets, never the page. */
const droppedRequestHeaders = new Set([
  ...hopByHop,
  "accept-encoding",
  "authorization",
  "content-length",
  "cookie",
  "cookie2",
  "expect",
  "forwarded",
  "host",
  "origin",
  "referer",
  "user-agent",
  "via",
]);

/** Identifies an upload for progress events; not forwarded. */
export const uploadHeader = "x-upload-id";

const headerNames = (list: string | null): string[] =>
  (list ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());

/** @param server its origin, sent as `Origin`: the server accepts writes from its own pages only */
export function headersForServer(headers: Headers, server: string): [name: string, value: string][] {
  const connectionHeaders = new Set(headerNames(headers.get("Connection")));
  const passes = (name: string) =>
    !droppedRequestHeaders.has(name) &&
    !connectionHeaders.has(name) &&
    name !== uploadHeader &&
    !/^(sec-|proxy-|x-forwarded-)/.test(name);
  return [...[...headers].filter(([name]) => passes(name)), ["origin", server]];
}

/** Response headers that do not reach the page: cookies, policies and everything with side effects. */
const droppedResponseHeaders = new Set([
  ...hopByHop,
  "alt-svc",
  "clear-site-data",
  "content-encoding",
  "content-security-policy",
  "content-security-policy-report-only",
  "link",
  "nel",
  "refresh",
  "report-to",
  "reporting-endpoints",
  "service-worker-allowed",
  "set-cookie",
  "set-cookie2",
  "sourcemap",
  "strict-transport-security",
  "x-sourcemap",
]);

/** Prevents responses of the server from running or being framed in the app's origin. */
const inert = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** @param headers from Electron: lower-case names, repeated values as a list */
export function headersForPage(headers: Readonly<Record<string, string | string[]>>): Headers {
  const result = new Headers();
  // the body is already decoded, so its length differs
  const isDecoded = headers["content-encoding"] !== undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (droppedResponseHeaders.has(name) || (isDecoded && name === "content-length")) continue;
    for (const one of [value].flat()) result.append(name, one);
  }
  const { "Cache-Control": noStore, ...always } = safeHeaders;
  for (const [name, value] of Object.entries(always)) result.set(name, value);
  if (!result.has("Cache-Control")) result.set("Cache-Control", noStore);
  result.set("Content-Security-Policy", inert);
  return result;
}
