/**
 * Finding people by part of a name: two letters are enough, and Korean initial consonants count
 * (김철수 is found by 김철, ㄱㅊㅅ, 김ㅊ and, while 철 is still being typed, 김처).
 * The database's search_text() and letter_pairs() decide, because indexes hold what they give; what is typed is folded
 * here the same way (tests/db/letters.test.ts compares the two).
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
  /** Pairs of neighbouring characters that the index must hold; see search_pairs() in the database. */
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

/** A syllable without a final consonant may still be getting one, while it is the last that was typed. */
const isOpen = (letter: string): boolean =>
  isSyllable(letter) && (letter.charCodeAt(0) - firstSyllable) % finals === 0;

function letterPattern(letter: string, isLast: boolean): string {
  const initial = initials.indexOf(letter);
  if (initial >= 0)
    return `[${letter}${range(firstSyllable + initial * syllablesPerInitial, syllablesPerInitial)}]`;
  if (isLast && isOpen(letter)) return `[${range(letter.charCodeAt(0), finals)}]`;
  return letter.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}

/**
 * The letters of a text as search_text() in the database compares them: composed, in lower case, without spaces. Each
 * letter by itself, because JavaScript's lower case of a whole text looks at neighbours (Σ) and turns one into two (İ).
 */
export const foldLetters = (text: string): string[] =>
  Array.from(text.normalize("NFC").replace(/\p{White_Space}/gu, ""), (letter) => {
    const [lower = letter] = letter.toLowerCase();
    return lower;
  });

const lone = new RegExp(`[${initials}]`);

/**
 * The text without initial consonants that stand alone: one at its end is the beginning of a syllable that is still being
 * typed. With them few searches list everybody.
 * @returns undefined where some stand elsewhere
 */
export function withoutInitials(text: string): string | undefined {
  const typed = foldLetters(text).join("");
  const whole = lone.test(typed.slice(-1)) ? typed.slice(0, -1) : typed;
  return lone.test(whole) ? undefined : whole;
}

/** @returns undefined for fewer than two characters */
export function nameSearch(text: string): NameSearch | undefined {
  const letters = foldLetters(text);
  if (letters.length < 2) return undefined;
  const last = letters.length - 1;
  const indexed = letters.map((letter, i) => (i === last && isOpen(letter) ? initialOf(letter) : letter));
  return {
    pairs: indexed.slice(1).map((letter, i) => `${indexed[i]}${letter}`),
    pattern: letters.map((letter, i) => letterPattern(letter, i === last)).join(""),
  };
}

/** A text that fits more people than this does not tell which host a visit is to. */
const maxHosts = 100;

/**
 * People, resigned ones too, whose name or English name holds the text.
 * @returns their ids; none where they are more than 100
 */
export async function hostIdsNamed(db: Knex, search: NameSearch): Promise<number[]> {
  const found = await idsNamed(db, search, "active")
    .unionAll(idsNamed(db, search, "resigned"))
    .limit(maxHosts + 1);
  return found.length > maxHosts ? [] : found.map(({ id }) => id);
}

/** One query a status: each has an index of its own. */
export const idsNamed = (db: Knex, search: NameSearch, status: HostUser["status"]) =>
  HostUser.query(db)
    .select("id")
    .where(raw(`status = '${status}'`))
    .modify("named", search);
