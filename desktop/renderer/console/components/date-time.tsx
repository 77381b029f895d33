import { periodParts } from "#browser/formats.ts";
import styles from "./date-time.module.css";

/** A wall time, in a narrow place on two lines: its day and its time. */
export function DateTime({ at }: { readonly at: string }) {
  return (
    <span className={styles.period}>
      <span className={styles.part}>{at.slice(0, 10)}</span>{" "}
      <span className={styles.part}>{at.slice(11)}</span>
    </span>
  );
}

interface Props {
  /** Wall times. */
  readonly start: string;
  readonly end: string;
}

/** From when to when, in a narrow place on two lines and never broken within a day or a time. */
export function Period({ start, end }: Props) {
  const [first, second] = periodParts(start, end);
  return (
    <span className={styles.period}>
      <span className={styles.part}>{first}</span> <span className={styles.part}>{second}</span>
    </span>
  );
}
