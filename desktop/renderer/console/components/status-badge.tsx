import type { StatusCode } from "#contract/status.ts";
import styles from "./status-badge.module.css";

interface Props {
  readonly code: StatusCode;
  /** The word; colour alone says nothing. */
  readonly name: string;
}

export function StatusBadge({ code, name }: Props) {
  return (
    <span className={styles.badge} data-status={code}>
      {name}
    </span>
  );
}
