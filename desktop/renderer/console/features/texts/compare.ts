/** Compares two texts by line, and changed lines by word. */
import { diffArrays } from "diff";

export interface Piece {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A line of both texts; undefined if the text has no such line. */
interface ComparedLine {
  readonly before: readonly Piece[] | undefined;
  readonly after: readonly Piece[] | undefined;
  readonly isSame: boolean;
}

/** Less similar lines are a removed and an added line instead of a changed one. */
const minSimilarity = 0.4;

/** Splits into words, spaces and punctuation, so that "합니다." and "합니다" share a word. */
const wordsOf = (line: string): string[] => line.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** Share of common words (Dice coefficient), 0 to 1. */
function similarity(one: string, other: string): number {
  const words = (line: string) => wordsOf(line).filter((word) => word.trim() !== "");
  const [first, second] = [words(one), words(other)];
  const unmatched = [...second];
  const shared = first.filter((word) => {
    const index = unmatched.indexOf(word);
    if (index !== -1) unmatched.splice(index, 1);
    return index !== -1;
  });
  return (2 * shared.length) / Math.max(1, first.length + second.length);
}

const singlePiece = (kind: Piece["kind"], text: string): Piece[] => [{ kind, text }];

/** Merges changed words that are separated by spaces only. */
function mergeAdjacent(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const [before, gap] = merged.slice(-2);
    const isAdjacent = before?.kind === piece.kind && piece.kind !== "same" && gap?.text.trim() === "";
    if (isAdjacent) merged.splice(-2, 2, { kind: piece.kind, text: before.text + gap.text + piece.text });
    else merged.push(piece);
  }
  return merged;
}

function compareWords(before: string, after: string): ComparedLine {
  const parts = diffArrays(wordsOf(before), wordsOf(after)).map(
    ({ added, removed, value }): Piece => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value.join(""),
    }),
  );
  return {
    before: mergeAdjacent(parts.filter(({ kind }) => kind !== "added")),
    after: mergeAdjacent(parts.filter(({ kind }) => kind !== "removed")),
    isSame: false,
  };
}

const removedLine = (text: string): ComparedLine => ({
  before: singlePiece("removed", text),
  after: undefined,
  isSame: false,
});
const addedLine = (text: string): ComparedLine => ({
  before: undefined,
  after: singlePiece("added", text),
  isSame: false,
});

/** Pairs removed with added lines of the same block: similar ones are one changed line. */
function pairLines(removed: readonly string[], added: readonly string[]): ComparedLine[] {
  const lines: ComparedLine[] = [];
  let next = 0;
  for (const line of removed) {
    const match = added.findIndex(
      (other, index) => index >= next && similarity(line, other) >= minSimilarity,
    );
    if (match === -1) {
      lines.push(removedLine(line));
      continue;
    }
    lines.push(...added.slice(next, match).map(addedLine), compareWords(line, added[match] ?? ""));
    next = match + 1;
  }
  return [...lines, ...added.slice(next).map(addedLine)];
}

/** @param before lines of the earlier text @param after lines of the later one */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const lines: ComparedLine[] = [];
  let removed: readonly string[] = [];
  for (const part of diffArrays([...before], [...after])) {
    if (part.removed) {
      removed = part.value;
      continue;
    }
    if (part.added) lines.push(...pairLines(removed, part.value));
    else {
      lines.push(...removed.map(removedLine));
      lines.push(
        ...part.value.map((text) => ({
          before: singlePiece("same", text),
          after: singlePiece("same", text),
          isSame: true,
        })),
      );
    }
    removed = [];
  }
  return [...lines, ...removed.map(removedLine)];
}

/** Number of removed and added pieces. */
export function countChanges(lines: readonly ComparedLine[]): { removed: number; added: number } {
  const count = (pieces: readonly Piece[] | undefined, kind: Piece["kind"]) =>
    pieces?.filter((piece) => piece.kind === kind).length ?? 0;
  return {
    removed: lines.reduce((sum, { before }) => sum + count(before, "removed"), 0),
    added: lines.reduce((sum, { after }) => sum + count(after, "added"), 0),
  };
}
