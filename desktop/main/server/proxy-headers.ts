/** Which headers pass between a page and the server. */
import { safeHeaders } from "../pages/app-protocol.ts";

/** RFC 9110, section 7.6.1: of one connection only. */
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

/** What the page does not get to say: who it is, where it comes from, how the body travels. */
const ourBusiness = new Set([
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

/** By this a page recognises the progress of its upload. It goes no further than to us. */
export const uploadHeader = "x-upload-id";

const named = (list: string | null): string[] =>
  (list ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());

/** @param server the origin, which speaks for the page: the server takes writes from its own pages only */
export function headersForServer(headers: Headers, server: string): [name: string, value: string][] {
  const also = new Set(named(headers.get("Connection")));
  const passes = (name: string) =>
    !ourBusiness.has(name) &&
    !also.has(name) &&
    name !== uploadHeader &&
    !/^(sec-|proxy-|x-forwarded-)/.test(name);
  return [...[...headers].filter(([name]) => passes(name)), ["origin", server]];
}

/** The server's cookies stay with us, and how its page may behave is for us to say. */
const serversBusiness = new Set([
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

/** Nothing that the server sends may ever run, or be framed, where our pages live. */
const inert = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** @param headers as Electron gives them: names in lower case, several values in a list */
export function headersForPage(headers: Readonly<Record<string, string | string[]>>): Headers {
  const passed = new Headers();
  // the body was decoded on its way, so its length is another
  const isDecoded = headers["content-encoding"] !== undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (serversBusiness.has(name) || (isDecoded && name === "content-length")) continue;
    for (const one of [value].flat()) passed.append(name, one);
  }
  const { "Cache-Control": noStore, ...always } = safeHeaders;
  for (const [name, value] of Object.entries(always)) passed.set(name, value);
  if (!passed.has("Cache-Control")) passed.set("Cache-Control", noStore);
  passed.set("Content-Security-Policy", inert);
  return passed;
}
