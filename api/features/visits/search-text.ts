/** What a text in a search box of visits means. */

import type { Knex } from "knex";
import { hostIdsNamed, nameSearch } from "#api/name-search.ts";
import { parsePhone } from "#contract/phone.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { VisitText } from "./queries/find-visits.ts";

export interface ReadText {
  /** Undefined for fewer than two letters, which find no visit. */
  readonly text: VisitText | undefined;
  /** Keyed hash of the number, or of its last four digits, for the access log. */
  readonly personHash?: Buffer | undefined;
}

/** A day's reservation numbers and all that begin like them; the hyphen may be left out. */
const reserveNoShape = /^(\d{6})-?([0-9A-Z]{0,5})$/;

/** Crockford's base32 has no letters that look like digits. */
const asTyped = (tail: string) => tail.replace(/O/g, "0").replace(/[IL]/g, "1");

function readReserveNo(compact: string): VisitText | undefined {
  const [, day, tail = ""] = reserveNoShape.exec(compact.toUpperCase()) ?? [];
  if (day === undefined) return undefined;
  const first = `${day}-${asTyped(tail)}`;
  return { kind: "reserveNo", first, beyond: `${first}~` };
}

/**
 * Of a car's number the pairs of its last four digits: they find few, and what stands before them ("12가") is the beginning of
 * so many numbers that the index takes ten times as long with it.
 */
const rarePairs = (text: string, pairs: string[]): string[] =>
  /\d{4}$/.test(text) ? pairs.slice(-3) : pairs;

/**
 * A reservation number or its beginning (from the day's six digits on), a whole mobile number, the last
 * four digits of one, or part of a visitor's name, company, car number or of a host's name.
 */
export async function readText(db: Knex, cipher: FieldCipher, q: string): Promise<ReadText> {
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
