import { useState } from "react";

interface Options {
  /** What the field stands for; empty for nothing. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What a text means; undefined where it means nothing. */
  readonly read: (text: string) => string | undefined;
  /** It means that already while it is typed. */
  readonly isWhole: (text: string) => boolean;
}

interface Typed {
  readonly text: string;
  /** The value while it was typed: one that is changed from elsewhere takes its place. */
  readonly beside: string;
  readonly isWrong: boolean;
}

export type TypedText = ReturnType<typeof useTyped>;

/**
 * What somebody types for a value that has a form of its own. It is read when the field is left or sent; what means
 * nothing stays to be put right, and the value is empty meanwhile.
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
    /** Takes what stands in the field now. */
    type(text: string) {
      const whole = isWhole(text) ? read(text) : undefined;
      if (whole !== undefined || text.trim() === "") settle(whole ?? "");
      else setTyped({ text, beside: value, isWrong: false });
    },
    /** Takes a value that was chosen. */
    choose: settle,
    /** Reads what was typed. */
    finish() {
      if (!typed) return;
      const found = read(typed.text);
      if (found !== undefined) return settle(found);
      setTyped({ text: typed.text, beside: "", isWrong: true });
      if (value !== "") onChange("");
    },
  };
}
