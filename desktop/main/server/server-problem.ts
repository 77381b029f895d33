/** @param reason Chromium's error, "net::ERR_…" */
export function failureOf(reason: string): "certificate" | "timeout" | "unreachable" {
  if (/ERR_(CERT|SSL)_/.test(reason)) return "certificate";
  return /ERR_(CONNECTION_)?TIMED_OUT/.test(reason) ? "timeout" : "unreachable";
}

/** Host of a redirect, for display. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? "?";

/** Detects captive portals: the server never answers a call with an HTML page. */
export const isPage = (type: string): boolean => /\bx?html\b/i.test(type);
