/**
 * Finds people by part of a name: two letters are enough, and Korean initial consonants count (김철수 is found by 김철,
 * ㄱㅊㅅ, 김ㅊ and, while 철 is still being typed, 김처). The database's search_text() and letter_pairs() define the folding,
 * because indexes contain their results; this file folds the query the same way (tests/db/letters.test.ts compares
 * both).
 */
import type { Knex } from "knex";
import { raw } from "objection";
import { HostUser } from "#db/models/people/host-user.ts";

const initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
const syllablesPerInitial = 588;
const finals = 28;

export interface NameSearch {
  /** Pairs of neighbouring characters that the index must contain; see search_pairs() in the database. */
  readonly pairs: string[];
  /** A PostgreSQL pattern over search_text(name). */
  readonly pattern: string;
}

const range = (from: number, count: number): string =>
  `${String.fromCharCode(from)}-${String.fromCharCode(from + count - 1)}`;

const isSyllable = (letter: string): boolean => {
  const code = letter.charCodeAt(0);
  return code >= firstSyllable && code <= lastSyllable;
};

const initialOf = (syllable: string): string =>
  initials.charAt(Math.floor((syllable.charCodeAt(0) - firstSyllable) / syllablesPerInitial));

/** Whether the last typed syllable may still get a final consonant. */
const mayGetFinal = (letter: string): boolean =>
  isSyllable(letter) && (letter.charCodeAt(0) - firstSyllable) % finals === 0;

function letterPattern(letter: string, isLast: boolean): string {
  const initial = initials.indexOf(letter);
  if (initial >= 0)
    return `[${letter}${range(firstSyllable + initial * syllablesPerInitial, syllablesPerInitial)}]`;
  if (isLast && mayGetFinal(letter)) return `[${range(letter.charCodeAt(0), finals)}]`;
  return letter.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}

/**
 * Letters as search_text() in the database compares them: NFC, lower case, without spaces. Letter by letter, because
 * lower-casing a whole text depends on neighbours (Σ) and may change its length (İ).
 */
export const foldLetters = (text: string): string[] =>
  Array.from(text.normalize("NFC").replace(/\p{White_Space}/gu, ""), (letter) => {
    const [lower = letter] = letter.toLowerCase();
    return lower;
  });

/** The words of a text, folded. */
const wordsOf = (text: string): string[][] =>
  text
    .split(/\p{White_Space}+/u)
    .map(foldLetters)
    .filter(({ length }) => length > 0);

const isInitial = (letter: string): boolean => initials.includes(letter);

/**
 * The text without a trailing initial consonant, which begins a syllable that is still being typed. A search with
 * initials alone would match nearly all names.
 * @returns undefined where initial consonants stand elsewhere
 */
export function withoutInitials(text: string): string | undefined {
  const typed = wordsOf(text)
    .map((letters) => letters.join(""))
    .join(" ");
  const whole = isInitial(typed.slice(-1)) ? typed.slice(0, -1) : typed;
  return Array.from(whole).some(isInitial) ? undefined : whole;
}

function wordSearch(letters: readonly string[], isTyped: boolean): NameSearch {
  const last = isTyped ? letters.length - 1 : undefined;
  const indexed = letters.map((letter, i) =>
    i === last && mayGetFinal(letter) ? initialOf(letter) : letter,
  );
  return {
    pairs: indexed.slice(1).map((letter, i) => `${indexed[i]}${letter}`),
    pattern: letters.map((letter, i) => letterPattern(letter, i === last)).join(""),
  };
}

/**
 * Words of two letters or more are found in any order ("kim minsu" finds Minsu Kim); otherwise spaces do not count (김 철수).
 * @returns undefined for fewer than two characters
 */
export function nameSearch(text: string): NameSearch | undefined {
  const typed = wordsOf(text);
  const letters = typed.flat();
  if (letters.length < 2) return undefined;
  const words = typed.length > 1 && typed.every(({ length }) => length > 1) ? typed : [letters];
  const found = words.map((word) => wordSearch(word, word === words.at(-1)));
  const patterns = found.map(({ pattern }) => pattern);
  return {
    pairs: found.flatMap(({ pairs }) => pairs),
    pattern: patterns.length > 1 ? patterns.map((word) => `(?=.*${word})`).join("") : patterns.join(""),
  };
}

/** More matches than this do not narrow the host of a visit. */
const maxHosts = 100;

/**
 * Ids of host users, resigned ones included, whose name or English name contains the text.
 * @returns empty where there are more than 100
 */
export async function hostIdsNamed(db: Knex, search: NameSearch): Promise<number[]> {
  const found = await idsNamed(db, search, "active")
    .unionAll(idsNamed(db, search, "resigned"))
    .limit(maxHosts + 1);
  return found.length > maxHosts ? [] : found.map(({ id }) => id);
}

/** One query per status, because each has its own index. */
export const idsNamed = (db: Knex, search: NameSearch, status: HostUser["status"]) =>
  HostUser.query(db)
    .select("id")
    .where(raw(`status = '${status}'`))
    .modify("named", search);
