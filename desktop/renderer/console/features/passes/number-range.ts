import { passNoOf } from "#contract/visits/passes.ts";

/** Limit against typing errors. */
export const maxInRange = 200;

export type NumberRange =
  | { readonly numbers: readonly string[] }
  | { readonly error: "runShape" | "runOrder" | "runLong" };

const splitDigits = (text: string) => /^(.*\D|)(\d+)$/.exec(passNoOf(text));

/** Pass numbers from first to last, P-001 … P-050. Both have the same prefix; numbers are padded like the first. */
export function numberRange(first: string, last: string): NumberRange {
  const [, prefix, from] = splitDigits(first) ?? [];
  const [, lastPrefix, to] = splitDigits(last) ?? [];
  if (from === undefined || to === undefined || prefix !== lastPrefix) return { error: "runShape" };
  if (from.length > 9 || to.length > 9) return { error: "runLong" };
  const count = Number(to) - Number(from) + 1;
  if (count < 1) return { error: "runOrder" };
  if (count > maxInRange) return { error: "runLong" };
  return {
    numbers: Array.from(
      { length: count },
      (_, index) => `${prefix}${String(Number(from) + index).padStart(from.length, "0")}`,
    ),
  };
}
