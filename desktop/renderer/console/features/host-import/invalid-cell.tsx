import { useEffect, useRef } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./host-import.module.css";

interface Props {
  readonly text: string;
  /** Column label and line in the file, for screen readers. */
  readonly column: string;
  readonly line: number;
  readonly error: string;
  readonly onCorrect: (text: string) => void;
}

/** Inline editor of an invalid cell: Enter or blur saves, Escape resets. */
export function InvalidCell({ text, column, line, error, onCorrect }: Props) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  // show a correction made in the drawer, unless the user is typing here
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);
  const save = () => {
    const typed = field.current?.value ?? text;
    if (typed !== text) onCorrect(typed);
  };
  return (
    <input
      aria-description={error}
      aria-invalid
      aria-label={t("console.hostImport.correct.cell", { line, column })}
      autoComplete="off"
      className={styles.invalidCell}
      defaultValue={text}
      maxLength={200}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") save();
        if (event.key === "Escape") event.currentTarget.value = text;
      }}
      ref={field}
    />
  );
}
