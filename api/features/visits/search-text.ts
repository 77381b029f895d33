/** Parses the search text of lists of visits. */

import type { Knex } from "knex";
import { hostIdsNamed, nameSearch } from "#api/name-search.ts";
import { parsePhone } from "#contract/phone.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { VisitText } from "./queries/find-visits.ts";

export interface SearchText {
  /** Undefined for fewer than two letters, which find no visit. */
  readonly text: VisitText | undefined;
  /** Keyed hash of the number, or of its last four digits, for the access log. */
  readonly personHash?: Buffer | undefined;
}

/** A reservation number or its beginning, from the day's six digits on; the hyphen is optional. */
const reserveNoShape = /^(\d{6})-?([0-9A-Z]{0,5})$/;

/** Corrects typos: Crockford's base32 has no letters that look like digits. */
const correctTypos = (tail: string) => tail.replace(/O/g, "0").replace(/[IL]/g, "1");

function readReserveNo(compact: string): VisitText | undefined {
  const [, day, tail = ""] = reserveNoShape.exec(compact.toUpperCase()) ?? [];
  if (day === undefined) return undefined;
  const first = `${day}-${correctTypos(tail)}`;
  return { kind: "reserveNo", first, beyond: `${first}~` };
}

/**
 * Only the pairs of the last four digits of a vehicle number, which are rare. The digits before them ("12가") are so common that
 * the index would take ten times as long.
 */
const rarePairs = (text: string, pairs: string[]): string[] =>
  /\d{4}$/.test(text) ? pairs.slice(-3) : pairs;

/**
 * Parses a reservation number or its beginning, a complete mobile number, the last four digits of one, or part of a visitor's
 * name, company or vehicle number or of a host's name.
 */
export async function parseSearchText(db: Knex, cipher: FieldCipher, q: string): Promise<SearchText> {
  const compact = q.replace(/\s/g, "");
  const number = parsePhone(q);
  if (number !== undefined) {
    const hashes = cipher.hashes(number);
    return { text: { kind: "number", hashes }, personHash: hashes[0] };
  }
  const reserveNo = readReserveNo(compact);
  if (reserveNo) return { text: reserveNo };
  const search = nameSearch(compact);
  if (!search) return { text: undefined };
  const isLastFour = /^\d{4}$/.test(compact);
  const lastFour = isLastFour ? cipher.lastFourHashes(compact) : [];
  const hosts = isLastFour ? [] : await hostIdsNamed(db, search);
  const { pattern, pairs } = search;
  return {
    text: { kind: "letters", pattern, pairs: rarePairs(compact, pairs), hosts, lastFour },
    personHash: lastFour[0],
  };
}
