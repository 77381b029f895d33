import { useConfiguration } from "../../lib/configuration.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./site-zone.module.css";

/** Shows the site's time zone if the browser's differs (docs/behaviour.md, "Dates and times"). */
export function SiteZone() {
  const t = useTranslate();
  const { timezone } = useConfiguration();
  if (Intl.DateTimeFormat().resolvedOptions().timeZone === timezone) return null;
  return <p className={styles.zone}>{t("visitor.request.zone", { zone: timezone })}</p>;
}
