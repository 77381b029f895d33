import type { AddressProblem } from "../ipc.ts";

export type ParsedAddress =
  | { readonly server: string; readonly problem?: undefined }
  | { readonly server?: undefined; readonly problem: AddressProblem };

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Schemes that people or pages could smuggle in without the two slashes: "javascript:…" is no host with a port. */
const hasOtherScheme = /^(about|blob|data|file|ftp|javascript|mailto|view-source|ws|wss):/i;
const longest = 2048;

/** True for a host that is this very machine, as the URL parser writes it. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Reads what a person typed or pasted as a server's address. Path and query go: people copy them from the browser.
 * Without a scheme it is https, on this very machine http.
 * @returns the origin, or why it is none: plain http is for this machine only
 */
export function parseServerAddress(typed: string): ParsedAddress {
  const text = typed.trim();
  if (text === "") return { problem: "empty" };
  if (text.length > longest) return { problem: "malformed" };
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

/** True for an origin exactly as `parseServerAddress` gives it. */
export const isServer = (text: string): boolean => parseServerAddress(text).server === text;

function parseUrl(text: string): URL | undefined {
  // the parser drops line breaks and takes backslashes for slashes; no address that a person means has any
  if (/[\s\\]/.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}
