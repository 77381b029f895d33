import type { AddressProblem } from "../ipc.ts";

export type ParsedAddress =
  | { readonly server: string; readonly problem?: undefined }
  | { readonly server?: undefined; readonly problem: AddressProblem };

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Schemes that work without two slashes: "javascript:…" is not a host with a port. */
const hasOtherScheme = /^(about|blob|data|file|ftp|javascript|mailto|view-source|ws|wss):/i;
const maxLength = 2048;

/** True for a loopback host, as normalised by the URL parser. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Parses a typed or pasted server address. Drops path and query: users copy them from the browser. The default scheme
 * is https, on loopback hosts http.
 * @returns the origin, or why there is none: plain http is allowed on loopback hosts only
 */
export function parseServerAddress(typed: string): ParsedAddress {
  const text = typed.trim();
  if (text === "") return { problem: "empty" };
  if (text.length > maxLength) return { problem: "malformed" };
  if (hasOtherScheme.test(text)) return { problem: "scheme" };
  const url = parseUrl(hasScheme.test(text) ? text : `https://${text}`);
  if (!url) return { problem: "malformed" };
  if (url.protocol !== "https:" && url.protocol !== "http:") return { problem: "scheme" };
  if (url.username !== "" || url.password !== "") return { problem: "credentials" };
  if (!hasScheme.test(text) && isLoopback(url.hostname)) {
    const plain = parseUrl(`http://${text}`);
    return plain ? { server: plain.origin } : { problem: "malformed" };
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return { problem: "insecure" };
  return { server: url.origin };
}

/** True for an origin as returned by `parseServerAddress`. */
export const isServer = (text: string): boolean => parseServerAddress(text).server === text;

function parseUrl(text: string): URL | undefined {
  // the URL parser drops line breaks and treats backslashes as slashes; valid addresses contain neither
  if (/[\s\\]/.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}
