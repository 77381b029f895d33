/** A run of pass numbers from its first and last: P-001 … P-050. */

/** More than these in one go are a slip of the finger. */
export const maxInRange = 200;

export type NumberRange =
  | { readonly numbers: readonly string[] }
  | { readonly error: "runShape" | "runOrder" | "runLong" };

const split = (text: string) => /^(.*?)(\d+)$/.exec(text.trim());

/** The numbers from the first to the last; both have the same beginning and end in digits, as many as the first has. */
export function numberRange(first: string, last: string): NumberRange {
  const [, start, from] = split(first) ?? [];
  const [, sameStart, to] = split(last) ?? [];
  if (from === undefined || to === undefined || start !== sameStart) return { error: "runShape" };
  if (from.length > 9 || to.length > 9) return { error: "runLong" };
  const count = Number(to) - Number(from) + 1;
  if (count < 1) return { error: "runOrder" };
  if (count > maxInRange) return { error: "runLong" };
  return {
    numbers: Array.from(
      { length: count },
      (_, step) => `${start}${String(Number(from) + step).padStart(from.length, "0")}`,
    ),
  };
}
