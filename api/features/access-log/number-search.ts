/**
 * Searching for a complete number reveals whether a visitor has it, so a reader of a masked one could find it by trying:
 * searches that find a visit are logged and reviewed, the others are limited (docs/decisions/privacy/access-log.md).
 */
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { keySearchesNumber } from "#api/errors.ts";

interface Searched {
  /** What a search box's text looks for. */
  readonly text?: { readonly kind: string } | undefined;
  /** Keyed hash of a number, or of its last four digits. */
  readonly personHash?: Buffer | undefined;
}

/**
 * Searches, and counts a complete number that finds nothing. A screen that reads the same list again is not counted.
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
  // Counted before it is known, so that many at once count, too.
  await limits.count("numberMiss", String(id));
  const found = await search();
  const number = `${id} ${searched.personHash?.toString("base64url")}`;
  if (found.total > 0 || (await limits.count("sameNumberMiss", number)) > 1)
    await limits.refund("numberMiss", String(id));
  return found;
}
