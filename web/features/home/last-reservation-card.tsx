import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatDay } from "#browser/formats.ts";
import { Icon } from "#browser/icon.tsx";
import { CopyButton } from "../../components/form/copy-button.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { dismissLastReservation, lastReservation } from "./last-reservation.ts";
import styles from "./last-reservation-card.module.css";

/** Number of the last request, shown until the visitor dismisses it. */
export function LastReservationCard() {
  const t = useTranslate();
  const language = useLanguage();
  const [last, setLast] = useState(lastReservation);
  if (!last) return null;

  const dismiss = () => {
    dismissLastReservation();
    setLast(undefined);
    document.querySelector<HTMLElement>("h1")?.focus();
  };

  return (
    <section aria-labelledby="last-reservation" className={styles.card}>
      <div className={styles.text}>
        <h2 id="last-reservation">{t("visitor.home.last")}</h2>
        <p className={`${styles.number} tabular`}>{last.reserveNo}</p>
        <p className={styles.date}>{t("visitor.home.lastDate", { date: formatDay(last.date, language) })}</p>
      </div>
      <div className={styles.actions}>
        <CopyButton text={last.reserveNo} />
        <Link className={styles.lookupLink} to="/result">
          {t("visitor.home.lookup")}
        </Link>
      </div>
      <button
        aria-label={t("visitor.home.lastDismiss")}
        className={styles.dismiss}
        onClick={dismiss}
        type="button"
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
