import type { CSSProperties } from "react";
import { fromInstant } from "#contract/dates.ts";
import { badgeMargins, badgeSize, isRoll, isTurned } from "../../../../badge-papers.ts";
import type { BadgeSetup } from "../../../../ipc.ts";
import { periodParts } from "../../lib/format.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./badge.module.css";
import { QrCode } from "./qr-code.tsx";
import type { SheetRow } from "./sheet-row.ts";
import { useSheetSource } from "./sheet-source.ts";

interface Props {
  readonly row: SheetRow;
  readonly setup: BadgeSetup;
  /** of a roll, millimetres; null while it is measured */
  readonly length: number | null;
  /** Draws the edge of what is printed, to set the printer by. */
  readonly hasEdge?: boolean;
}

/** A badge that is wider than this times its height has its code beside the text. */
const wideFrom = 1.15;

const mm = (value: number) => `${value}mm`;

/** 방문증: to wear; the code holds the reservation number, which the board's search box reads. */
export function Badge({ row, setup, length, hasEdge = false }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const { company, timezone, readAt, isOffline } = useSheetSource();
  const size = badgeSize(setup, length);
  const { top, right, bottom, left } = badgeMargins(setup);
  const isWide = isRoll(setup)
    ? isTurned(setup)
    : size.width - left - right > wideFrom * (size.height - top - bottom);
  const facts = [
    ["host", [row.host], row.department],
    ["time", periodParts(row.startDate, row.endDate), ""],
    ["pass", [row.passNo], ""],
    ["place", [row.place], ""],
    ["guide", [row.guide], ""],
  ] as const;
  const measures: CSSProperties & Record<`--${string}`, string> = {
    "--badge-width": mm(size.width),
    "--badge-height": mm(size.height),
    padding: [top, right, bottom, left].map(mm).join(" "),
  };
  return (
    <article className={styles.badge} data-wide={isWide || undefined} style={measures}>
      <div className={styles.body} data-edge={hasEdge || undefined}>
        <header>
          <p className={styles.name}>{row.name}</p>
          <p className={styles.company}>{row.company}</p>
        </header>
        <div className={styles.middle}>
          <dl className={styles.facts}>
            {facts
              .filter(([, [value]]) => value)
              .map(([fact, [value, rest], more]) => (
                <div data-fact={fact} key={fact} style={{ display: "contents" }}>
                  <dt>{t(`console.visit.${fact}`)}</dt>
                  <dd>
                    {rest ? <span className={styles.part}>{value} </span> : value}
                    {rest && <span className={styles.part}>{rest}</span>}
                    {more && <span className={styles.more}> · {more}</span>}
                  </dd>
                </div>
              ))}
          </dl>
          <div className={styles.code}>
            <QrCode label={t("console.print.code", { text: row.reserveNo })} text={row.reserveNo} />
            <p className={styles.reserveNo}>{row.reserveNo}</p>
          </div>
        </div>
        <footer>
          <p className={styles.kind}>
            <strong>{t("console.print.badgeKind")}</strong>
            <span className={styles.site}>{company[language] || t("console.frame.product")}</span>
          </p>
          {isOffline && (
            <p className={styles.offline}>
              {t("console.offline.mark")}{" "}
              {t("console.gone.asOf", { at: fromInstant(new Date(readAt), timezone) })}
            </p>
          )}
        </footer>
      </div>
    </article>
  );
}
