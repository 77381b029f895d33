import type { unusualKinds } from "#contract/access-log.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./access-log.module.css";

/** What stands out of somebody's month, in words. */
export function Flags({ unusual }: { readonly unusual: readonly (typeof unusualKinds)[number][] }) {
  const t = useTranslate();
  return (
    <span className={styles.flags}>
      {unusual.map((kind) => (
        <span className={styles.flag} key={kind}>
          {t(`console.access.${kind}Flag`)}
        </span>
      ))}
    </span>
  );
}
