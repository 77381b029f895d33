import { useSuspenseQuery } from "@tanstack/react-query";
import type { VisitAnswer } from "#contract/visits.ts";
import { formatPeriod } from "../../lib/format.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./badge.module.css";
import { QrCode } from "./qr-code.tsx";

const longName = 12;

/** 방문증: to wear; the code holds the reservation number, which the board's search box reads. */
export function Badge({ visit }: { readonly visit: VisitAnswer }) {
  const t = useTranslate();
  const language = useLanguage();
  const { customerCompany } = useSuspenseQuery(siteQuery).data;
  const facts = [
    [t("console.visit.host"), [visit.hostUser.name, visit.hostUser.department].filter(Boolean).join(" · ")],
    [t("console.visit.place"), visit.accessiblePlace?.name],
    [t("console.visit.time"), formatPeriod(visit.startDate, visit.endDate)],
    [t("console.visit.pass"), visit.pass?.passNo],
    [t("console.visit.guide"), visit.guide],
  ] as const;
  return (
    <article className={styles.badge}>
      <p className={styles.site}>{customerCompany[language] || t("console.frame.product")}</p>
      <p className={styles.kind}>{t("console.print.badgeKind")}</p>
      <p className={styles.name} data-long={visit.name.length > longName || undefined}>
        {visit.name}
      </p>
      <p className={styles.company}>{visit.company}</p>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} style={{ display: "contents" }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.code}>
        <QrCode label={t("console.print.code", { text: visit.reserveNo })} text={visit.reserveNo} />
        <p className={styles.reserveNo}>{visit.reserveNo}</p>
      </div>
    </article>
  );
}
