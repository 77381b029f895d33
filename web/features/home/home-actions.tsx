import { Link } from "@tanstack/react-router";
import { Icon } from "#browser/icon.tsx";
import { useConfiguration } from "../../lib/configuration.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./home-actions.module.css";

/** Links to request and lookup. Only the lookup before the site is set up (docs/behaviour.md, "Set-up list"). */
export function HomeActions() {
  const t = useTranslate();
  const { ready } = useConfiguration();
  return (
    <div className={styles.actions}>
      {ready ? (
        <Link className={`${styles.action} ${styles.primary}`} to="/form">
          <span className={styles.text}>
            <strong>{t("visitor.home.apply")}</strong>
            <span className={styles.hint}>{t("visitor.home.applyHint")}</span>
          </span>
          <Icon name="forward" size={24} />
        </Link>
      ) : (
        <div className={styles.notReady}>
          <strong>{t("visitor.home.notReady")}</strong>
          <p>{t("visitor.home.notReadyText")}</p>
        </div>
      )}
      <Link className={styles.action} to="/result">
        <span className={styles.text}>
          <strong>{t("visitor.home.lookup")}</strong>
          <span className={styles.hint}>{t("visitor.home.lookupHint")}</span>
        </span>
        <Icon name="forward" size={24} />
      </Link>
    </div>
  );
}
