/** Writes come from our own pages only (decisions, "Wire"). */
import { wrongOrigin } from "#api/errors.ts";
import type { RequestState } from "./request-context.ts";

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
};

/** The site as its people call it, without a path; for a write whose origin was found to be our own. */
export const siteOrigin = (origin: string, publicOrigin: string | undefined): string =>
  publicOrigin ?? new URL(origin).origin;

/**
 * @param origin the request's `Origin` header
 * @param publicOrigin the setting; without it the host that was called must be the origin's
 * @throws HttpError 403 where it is missing or another's
 */
export function requireOwnOrigin(
  origin: string,
  state: RequestState,
  publicOrigin: string | undefined,
): void {
  const isOwn = publicOrigin
    ? origin.toLowerCase() === publicOrigin.toLowerCase()
    : hostOf(origin) === state.publicHost.toLowerCase();
  if (!isOwn) throw wrongOrigin();
}
