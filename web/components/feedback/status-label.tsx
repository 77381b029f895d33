import type { LookupRow } from "#contract/visits/requests.ts";
import styles from "./status-label.module.css";

/** A status as text and colour (docs/behaviour.md, "Statuses and transitions"). */
export function StatusLabel({ code, name }: LookupRow["status"]) {
  return <span className={`${styles.label} ${styles[code]}`}>{name}</span>;
}
