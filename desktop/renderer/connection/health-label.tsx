import type { Health } from "../../ipc.ts";
import styles from "./health-label.module.css";
import { useTexts } from "./texts.ts";

/** How the server is, in a word; the colour only repeats it. */
export function HealthLabel({ health }: { readonly health: Health }) {
  const { connection } = useTexts();
  return (
    <span className={`${styles.label} ${styles[health.state]}`} role="status">
      {connection[health.state]}
    </span>
  );
}
