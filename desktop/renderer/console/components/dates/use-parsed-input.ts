import { useState } from "react";

interface Options {
  /** The parsed value; "" for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Parses a text; undefined if invalid. */
  readonly parse: (text: string) => string | undefined;
  /** Whether a text is complete and can apply while typing. */
  readonly isComplete: (text: string) => boolean;
}

interface TypedText {
  readonly text: string;
  /** The value while typing; an external change discards the text. */
  readonly value: string;
  readonly isWrong: boolean;
}

export type ParsedInput = ReturnType<typeof useParsedInput>;

/**
 * Text state of an input with its own format. The text is parsed on blur or submit; invalid text stays for correction,
 * and the value is empty meanwhile.
 */
export function useParsedInput({ value, onChange, parse, isComplete }: Options) {
  const [state, setTyped] = useState<TypedText>();
  const typed = state?.value === value ? state : undefined;
  const apply = (next: string) => {
    setTyped(undefined);
    if (next !== value) onChange(next);
  };
  return {
    text: typed?.text ?? value,
    isWrong: typed?.isWrong ?? false,
    /** Handles a change of the text. */
    type(text: string) {
      const complete = isComplete(text) ? parse(text) : undefined;
      if (complete !== undefined || text.trim() === "") apply(complete ?? "");
      else setTyped({ text, value, isWrong: false });
    },
    /** Applies a selected value. */
    choose: apply,
    /** Parses and applies the text. */
    commit() {
      if (!typed) return;
      const found = parse(typed.text);
      if (found !== undefined) return apply(found);
      setTyped({ text: typed.text, value: "", isWrong: true });
      if (value !== "") onChange("");
    },
  };
}
