/**
 * Searching for a complete number reveals whether a visitor has it, so a masked number could be guessed: searches with a
 * result are logged and reviewed, searches without one are limited (docs/decisions/privacy/access-log.md).
 */
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { keySearchesNumber } from "#api/errors.ts";

interface Searched {
  /** The parsed text of the search box. */
  readonly text?: { readonly kind: string } | undefined;
  /** Keyed hash of a number, or of its last four digits. */
  readonly personHash?: Buffer | undefined;
}

/**
 * Searches, and counts complete numbers without a result. A screen that reloads the same list is not counted.
 * @throws HttpError 403 where a key searches by a number; 429 after too many searches that found nothing
 */
export async function limitMisses<Found extends { readonly total: number }>(
  { limits }: Pick<Deps, "limits">,
  { id, key }: Pick<Reader, "id" | "key">,
  searched: Searched | undefined,
  search: () => Promise<Found>,
): Promise<Found> {
  if (key && searched?.personHash) throw keySearchesNumber();
  if (searched?.text?.kind !== "number") return search();
  // Counted before the search and refunded after it, so that concurrent searches count.
  await limits.consume("numberMiss", String(id));
  const found = await search();
  const number = `${id} ${searched.personHash?.toString("base64url")}`;
  if (found.total > 0 || (await limits.consume("sameNumberMiss", number)) > 1)
    await limits.refund("numberMiss", String(id));
  return found;
}
