/** Two texts word by word: which lines stayed, which came, which went, and what changed inside a line. */
import { diffArrays } from "diff";

export interface Piece {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A line of both texts beside each other; undefined where one has none. */
interface ComparedLine {
  readonly before: readonly Piece[] | undefined;
  readonly after: readonly Piece[] | undefined;
  readonly isSame: boolean;
}

/** Lines that share less than this are not one line that changed, but one that went and one that came. */
const enoughShared = 0.4;

/** Words, what lies between them, and punctuation each by itself: "합니다." and "합니다" share a word. */
const wordsOf = (line: string): string[] => line.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

function likeness(one: string, other: string): number {
  const words = (line: string) => wordsOf(line).filter((word) => word.trim() !== "");
  const [first, second] = [words(one), words(other)];
  const left = [...second];
  const shared = first.filter((word) => {
    const at = left.indexOf(word);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return (2 * shared.length) / Math.max(1, first.length + second.length);
}

const whole = (kind: Piece["kind"], text: string): Piece[] => [{ kind, text }];

/** Words that changed with nothing but a space between them are one place, not many. */
function joined(pieces: readonly Piece[]): Piece[] {
  const places: Piece[] = [];
  for (const piece of pieces) {
    const [before, gap] = places.slice(-2);
    const isOne = before?.kind === piece.kind && piece.kind !== "same" && gap?.text.trim() === "";
    if (isOne) places.splice(-2, 2, { kind: piece.kind, text: before.text + gap.text + piece.text });
    else places.push(piece);
  }
  return places;
}

function comparedWords(before: string, after: string): ComparedLine {
  const parts = diffArrays(wordsOf(before), wordsOf(after)).map(
    ({ added, removed, value }): Piece => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value.join(""),
    }),
  );
  return {
    before: joined(parts.filter(({ kind }) => kind !== "added")),
    after: joined(parts.filter(({ kind }) => kind !== "removed")),
    isSame: false,
  };
}

const gone = (text: string): ComparedLine => ({
  before: whole("removed", text),
  after: undefined,
  isSame: false,
});
const come = (text: string): ComparedLine => ({
  before: undefined,
  after: whole("added", text),
  isSame: false,
});

/** Lines that went and lines that came at one place: those that are alike are one line that changed. */
function paired(removed: readonly string[], added: readonly string[]): ComparedLine[] {
  const lines: ComparedLine[] = [];
  let next = 0;
  for (const line of removed) {
    const at = added.findIndex((other, index) => index >= next && likeness(line, other) >= enoughShared);
    if (at === -1) {
      lines.push(gone(line));
      continue;
    }
    lines.push(...added.slice(next, at).map(come), comparedWords(line, added[at] ?? ""));
    next = at + 1;
  }
  return [...lines, ...added.slice(next).map(come)];
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
    if (part.added) lines.push(...paired(removed, part.value));
    else {
      lines.push(...removed.map(gone));
      lines.push(
        ...part.value.map((text) => ({
          before: whole("same", text),
          after: whole("same", text),
          isSame: true,
        })),
      );
    }
    removed = [];
  }
  return [...lines, ...removed.map(gone)];
}

/** How many places something was taken out at, and how many something was put in at. */
export function countChanges(lines: readonly ComparedLine[]): { removed: number; added: number } {
  const count = (pieces: readonly Piece[] | undefined, kind: Piece["kind"]) =>
    pieces?.filter((piece) => piece.kind === kind).length ?? 0;
  return {
    removed: lines.reduce((sum, { before }) => sum + count(before, "removed"), 0),
    added: lines.reduce((sum, { after }) => sum + count(after, "added"), 0),
  };
}
