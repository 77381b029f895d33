import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldLetters, nameSearch } from "#api/name-search.ts";
import { loginKey } from "#contract/people/host-users.ts";
import { connectedDatabase } from "../support/database/connected-database.ts";

const { db } = await connectedDatabase({ poolSize: 1 });

const folded = async (texts: readonly string[], by = "search_text"): Promise<string[]> =>
  (
    await db.raw(
      `SELECT array(SELECT ${by}(given) FROM unnest(?::text[]) WITH ORDINALITY AS t(given, n) ORDER BY n) AS texts`,
      [[...texts]],
    )
  ).rows[0].texts;

const initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const letter = fc.oneof(
  { weight: 6, arbitrary: syllable },
  { weight: 2, arbitrary: fc.constantFrom(..."ㄱㅊㅎㅏㅙaZéÉ0-9(주)[]{}.*+?^$|\\%_'\" \u00a0\u3000") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("İ", "Σ", "ẞ", "Å", "e\u0301", "\u1100\u1161\u11a8", "\ufeff", "𝒜"),
  },
);
const name = fc.string({ unit: letter, minLength: 2, maxLength: 12 });

/** A syllable as typed: complete, without its final consonant, or its initial consonant. */
function typed(each: string, how: number, isLast: boolean): string {
  const code = each.charCodeAt(0) - 0xac00;
  if (code < 0 || code > 11171 || how === 0) return each;
  if (how === 1) return initials.charAt(Math.floor(code / 588));
  return isLast ? String.fromCharCode(0xac00 + code - (code % 28)) : each;
}

describe("search text", () => {
  it("is folded identically by database and JavaScript for every Unicode character", async () => {
    const { rows } = await db.raw(
      `SELECT array(SELECT chr(n) FROM generate_series(1, 1114111) AS n
         WHERE n NOT BETWEEN 55296 AND 57343 AND unicode_assigned(chr(n)) ORDER BY n) AS all`,
    );
    const all: string[] = rows[0].all;
    expect(all.length).toBeGreaterThan(150_000);
    const texts = await folded(all);
    expect(all.filter((each, n) => foldLetters(each).join("") !== texts[n])).toEqual([]);
    const keys = await folded(all, "login_key");
    expect(all.filter((each, n) => loginKey(each) !== keys[n])).toEqual([]);
  });

  it("is folded identically in names", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 200, maxLength: 200 }), async (names) => {
        expect(names.map((each) => foldLetters(each).join(""))).toEqual(await folded(names));
      }),
      { numRuns: 10 },
    );
  });

  it("finds every part of a name, as typed, by initial consonants, or with an incomplete last syllable", async () => {
    const search = fc
      .tuple(name, fc.nat(), fc.nat(), fc.array(fc.nat({ max: 2 }), { minLength: 12, maxLength: 12 }))
      .filter(([whole]) => foldLetters(whole).length >= 2)
      .map(([whole, from, length, how]) => {
        const letters = foldLetters(whole);
        const begin = from % (letters.length - 1);
        const part = letters.slice(begin, begin + 2 + (length % (letters.length - begin - 1)));
        return {
          whole,
          part: part.map((each, n) => typed(each, how[n] ?? 0, n === part.length - 1)).join(""),
        };
      });
    await fc.assert(
      fc.asyncProperty(fc.array(search, { minLength: 100, maxLength: 100 }), async (cases) => {
        const given = cases.map(({ whole, part }) => ({ whole, part, ...nameSearch(part) }));
        const { rows } = await db.raw(
          `SELECT whole, part FROM jsonb_to_recordset(?::jsonb) AS given(whole text, part text, pairs text[], pattern text)
           WHERE NOT (search_pairs(whole) @> pairs AND search_text(whole) ~ pattern)`,
          [JSON.stringify(given)],
        );
        expect(rows).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it("has index pairs for everything the pattern finds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, name), { minLength: 100, maxLength: 100 }), async (cases) => {
        const given = cases
          .map(([whole, part]) => ({ whole, part, letters: foldLetters(part), ...nameSearch(part) }))
          .filter(({ pairs }) => pairs);
        const { rows } = await db.raw(
          `SELECT whole, part FROM jsonb_to_recordset(?::jsonb) AS given(whole text, part text, pairs text[], pattern text)
           WHERE search_text(whole) ~ pattern AND NOT search_pairs(whole) @> pairs`,
          [JSON.stringify(given)],
        );
        expect(rows).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});
