import { useTranslate } from "../../lib/language.ts";
import type { Figure } from "./figure-list.ts";
import styles from "./reports.module.css";

/** What the period comes to, at a glance. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  const t = useTranslate();
  return (
    <dl aria-label={t("console.reports.figures")} className={styles.tiles}>
      {figures.map(({ name, value, detail, before }) => (
        <div className={styles.tile} key={name}>
          <dt className={styles.label}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {detail && <dd className={styles.more}>{detail}</dd>}
          {before !== undefined && (
            <dd className={styles.more}>{t("console.reports.before", { value: before })}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
