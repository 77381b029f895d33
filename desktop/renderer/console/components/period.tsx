import { periodParts } from "../lib/format.ts";
import styles from "./date-time.module.css";

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
