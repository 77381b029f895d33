/** @param reason Chromium's, "net::ERR_…" */
export function failureOf(reason: string): "certificate" | "timeout" | "unreachable" {
  if (/ERR_(CERT|SSL)_/.test(reason)) return "certificate";
  return /ERR_(CONNECTION_)?TIMED_OUT/.test(reason) ? "timeout" : "unreachable";
}

/** Where a redirect leads, for people to read. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? "?";

/** A network that shows its own sign-in page answers for everybody with a page; our server has none for a call. */
export const isPage = (type: string): boolean => /\bx?html\b/i.test(type);
