/** Free words that are kept for longer than what they are about lose what would name a visitor. */
import { redactNumbers } from "#api/log.ts";

const hidden = "○○○";

/** Letters that are the same to a reader, spaces and hyphens apart. */
const loosely = (text: string) =>
  Array.from(text.replace(/[\s-]/g, ""))
    .map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[\\s-]*");

/** A name, its words, and the given name of a Korean one: what people call somebody by. */
const partsOfName = (name: string): string[] => [
  name,
  ...name
    .split(/\s+/)
    .flatMap((word) => (/^[가-힣]{3,4}$/.test(word) ? [word, word.slice(1), word.slice(-2)] : word)),
];

/**
 * @param name of the visitor
 * @param words what else tells who it is (company, car, numbers); those of one letter would take too much away
 * @returns the text with these, and all that looks like a telephone number or address of mail, left out
 */
export function redactPerson(text: string, name: string, words: readonly string[]): string {
  const telling = [...partsOfName(name), ...words].filter(
    (word) => Array.from(word.replace(/[\s-]/g, "")).length > 1,
  );
  const clean = telling
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replace(new RegExp(loosely(word), "giu"), hidden), text);
  return redactNumbers(clean);
}
