import type { Health } from "../../../ipc.ts";
import { useTexts } from "../../lib/texts.ts";
import styles from "./health-label.module.css";

/** How the server is, in a word; the colour only repeats it. */
export function HealthLabel({ health }: { readonly health: Health }) {
  const { connection } = useTexts();
  return (
    <span className={`${styles.label} ${styles[health.state]}`} role="status">
      {connection[health.state]}
    </span>
  );
}
