/** Removes visitors' personal data from free text that is kept longer than the visit. */
import type { Knex } from "knex";
import { redactNumbers } from "#api/log.ts";
import { Visit } from "#db/models/visits/visit.ts";

const hidden = "○○○";

/** Pattern that ignores spelling variants, spaces and hyphens. */
const loosePattern = (text: string) =>
  Array.from(text.replace(/[\s-]/g, ""))
    .map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[\\s-]*");

/** A name, its words, and the given name of a Korean one. */
const partsOfName = (name: string): string[] => [
  name,
  ...name
    .split(/\s+/)
    .flatMap((word) => (/^[가-힣]{3,4}$/.test(word) ? [word, word.slice(1), word.slice(-2)] : word)),
];

/**
 * @param name of the visitor
 * @param words other identifying texts (company, car, numbers); single letters are skipped
 * @returns the text without these, and without phone numbers and e-mail addresses
 */
export function redactPerson(text: string, name: string, words: readonly string[]): string {
  const telling = [...partsOfName(name), ...words].filter(
    (word) => Array.from(word.replace(/[\s-]/g, "")).length > 1,
  );
  const clean = telling
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replace(new RegExp(loosePattern(word), "giu"), hidden), text);
  return redactNumbers(clean);
}

/** @returns a text about no certain visit without the names of all visitors, phone numbers and e-mail addresses */
export async function redactVisitors(db: Knex, text: string): Promise<string> {
  const found = await Visit.query(db).distinct("name").modify("namedWithin", text.replace(/[\s-]/g, ""));
  return redactNumbers(found.reduce((rest, { name }) => redactPerson(rest, name, []), text));
}
