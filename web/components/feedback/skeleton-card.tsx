import { useTranslate } from "../../lib/language.ts";
import styles from "../../styles/page.module.css";

/** Skeleton of a card. */
export function SkeletonCard() {
  const t = useTranslate();
  return (
    <div className={`${styles.card} ${styles.loading}`} role="status">
      <span className="visually-hidden">{t("visitor.site.loading")}</span>
      <span aria-hidden="true" className="skeleton" />
      <span aria-hidden="true" className="skeleton" />
      <span aria-hidden="true" className="skeleton" />
    </div>
  );
}
