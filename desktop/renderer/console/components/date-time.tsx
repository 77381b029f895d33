import styles from "./date-time.module.css";

/** A wall time, in a narrow place on two lines: its day and its time. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <span className={styles.period}>
      <span className={styles.part}>{at.slice(0, 10)}</span>{" "}
      <span className={styles.part}>{at.slice(11)}</span>
    </span>
  );
}
