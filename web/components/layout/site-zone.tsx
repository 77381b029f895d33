import { useConfiguration } from "../../lib/configuration.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./site-zone.module.css";

/** Says whose clock the times go by, where the browser's is another (docs/behaviour.md, "Dates and times"). */
export function SiteZone() {
  const t = useTranslate();
  const { timezone } = useConfiguration();
  if (Intl.DateTimeFormat().resolvedOptions().timeZone === timezone) return null;
  return <p className={styles.zone}>{t("visitor.request.zone", { zone: timezone })}</p>;
}
