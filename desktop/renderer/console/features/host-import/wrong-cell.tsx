import { useEffect, useRef } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./host-import.module.css";

interface Props {
  readonly text: string;
  /** What the column is called, and the row's line in the file. */
  readonly column: string;
  readonly line: number;
  readonly error: string;
  readonly onCorrect: (text: string) => void;
}

/** A cell with something wrong in it, put right in its place: taken with Enter or on the way out, left with Escape. */
export function WrongCell({ text, column, line, error, onCorrect }: Props) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  // it may have been put right elsewhere; while somebody types here it is theirs
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);
  const take = () => {
    const typed = field.current?.value ?? text;
    if (typed !== text) onCorrect(typed);
  };
  return (
    <input
      aria-description={error}
      aria-invalid
      aria-label={t("console.hostImport.correct.cell", { line, column })}
      autoComplete="off"
      className={styles.cell}
      defaultValue={text}
      maxLength={200}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") take();
        if (event.key === "Escape") event.currentTarget.value = text;
      }}
      ref={field}
    />
  );
}
