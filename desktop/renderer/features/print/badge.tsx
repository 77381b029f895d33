import { fromInstant } from "#contract/dates.ts";
import { formatPeriod } from "../../lib/format.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./badge.module.css";
import { QrCode } from "./qr-code.tsx";
import type { SheetRow } from "./sheet-row.ts";
import { useSheetSource } from "./sheet-source.ts";

const longName = 12;

/** 방문증: to wear; the code holds the reservation number, which the board's search box reads. */
export function Badge({ row }: { readonly row: SheetRow }) {
  const t = useTranslate();
  const language = useLanguage();
  const { company, timezone, readAt, isOffline } = useSheetSource();
  const facts = [
    [t("console.visit.host"), [row.host, row.department].filter(Boolean).join(" · ")],
    [t("console.visit.place"), row.place],
    [t("console.visit.time"), formatPeriod(row.startDate, row.endDate)],
    [t("console.visit.pass"), row.passNo],
    [t("console.visit.guide"), row.guide],
  ] as const;
  return (
    <article className={styles.badge}>
      <p className={styles.site}>{company[language] || t("console.frame.product")}</p>
      <p className={styles.kind}>{t("console.print.badgeKind")}</p>
      <p className={styles.name} data-long={row.name.length > longName || undefined}>
        {row.name}
      </p>
      <p className={styles.company}>{row.company}</p>
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
        <QrCode label={t("console.print.code", { text: row.reserveNo })} text={row.reserveNo} />
        <p className={styles.reserveNo}>{row.reserveNo}</p>
      </div>
      {isOffline && (
        <p className={styles.offline}>
          {t("console.offline.mark")}{" "}
          {t("console.gone.asOf", { at: fromInstant(new Date(readAt), timezone) })}
        </p>
      )}
    </article>
  );
}
