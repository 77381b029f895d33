import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatDateTime } from "#browser/formats.ts";
import { CopyButton } from "../components/form/copy-button.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { SiteZone } from "../components/layout/site-zone.tsx";
import { finalCard } from "../lib/final-card.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import { type Sent, useDraft } from "../stores/draft.ts";
import styles from "./final.module.css";

loadRestFonts();

/** docs/behaviour.md, "Final page". */
const stayMilliseconds = 3_000;

/** Confirms the request and returns to the home page after 3 seconds; leaving clears the form. */
export function FinalPage() {
  const navigate = useNavigate();
  const sent = useDraft((draft) => draft.sent);

  useEffect(() => {
    const timer = setTimeout(() => {
      void navigate({ to: "/", replace: true });
    }, stayMilliseconds);
    return () => clearTimeout(timer);
  }, [navigate]);

  return sent ? <SentCard sent={sent} /> : null;
}

function SentCard({ sent }: { readonly sent: Sent }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={styles.page}>
      <PageHeading
        lead={t(sent.statusCode === "approved" ? "visitor.final.greeting" : "visitor.final.waiting")}
        title={t("visitor.final.heading")}
      />
      <article className={styles.card}>
        <img
          alt={t("visitor.final.image")}
          className={styles.image}
          height={480}
          src={finalCard}
          width={960}
        />
        <div className={styles.reservation}>
          <p className={styles.label}>{t("visitor.final.reserveNo")}</p>
          <p className={`${styles.reserveNo} tabular`}>{sent.reserveNo}</p>
          <CopyButton text={sent.reserveNo} />
        </div>
        <dl className={styles.facts}>
          {sent.company && (
            <div>
              <dt>{t("visitor.final.company")}</dt>
              <dd>{sent.company}</dd>
            </div>
          )}
          <div>
            <dt>{t("visitor.final.name")}</dt>
            <dd>{sent.name}</dd>
          </div>
          <div>
            <dt>{t("visitor.final.start")}</dt>
            <dd className="tabular">{formatDateTime(sent.startDate, language)}</dd>
          </div>
        </dl>
        <SiteZone />
      </article>
      <p className={styles.redirectNote}>{t("visitor.final.leaving")}</p>
      <p className="visually-hidden" role="status">
        {`${t("visitor.final.heading")} ${t("visitor.final.reserveNo")} ${sent.reserveNo}`}
      </p>
    </div>
  );
}
