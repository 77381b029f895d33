import { useState } from "react";

interface Options {
  /** The parsed value; "" for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Parses a text; undefined if invalid. */
  readonly read: (text: string) => string | undefined;
  /** Whether a text is complete and can apply while typing. */
  readonly isWhole: (text: string) => boolean;
}

interface Typed {
  readonly text: string;
  /** The value while typing; an external change discards the text. */
  readonly beside: string;
  readonly isWrong: boolean;
}

export type TypedText = ReturnType<typeof useTyped>;

/**
 * Text state of an input with its own format. The text is parsed on blur or submit; invalid text stays for correction,
 * and the value is empty meanwhile.
 */
export function useTyped({ value, onChange, read, isWhole }: Options) {
  const [last, setTyped] = useState<Typed>();
  const typed = last?.beside === value ? last : undefined;
  const settle = (next: string) => {
    setTyped(undefined);
    if (next !== value) onChange(next);
  };
  return {
    text: typed?.text ?? value,
    isWrong: typed?.isWrong ?? false,
    /** Handles a change of the text. */
    type(text: string) {
      const whole = isWhole(text) ? read(text) : undefined;
      if (whole !== undefined || text.trim() === "") settle(whole ?? "");
      else setTyped({ text, beside: value, isWrong: false });
    },
    /** Applies a selected value. */
    choose: settle,
    /** Parses the text. */
    finish() {
      if (!typed) return;
      const found = read(typed.text);
      if (found !== undefined) return settle(found);
      setTyped({ text: typed.text, beside: "", isWrong: true });
      if (value !== "") onChange("");
    },
  };
}
