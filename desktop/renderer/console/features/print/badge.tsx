import type { CSSProperties } from "react";
import { periodParts } from "#browser/formats.ts";
import { fromInstant } from "#contract/dates.ts";
import {
  a4,
  badgeMargins,
  badgeSize,
  isRoll,
  isTurned,
  type PerSheet,
  sheetBadges,
  sheetStart,
} from "../../../../badge-papers.ts";
import type { BadgeSetup } from "../../../../ipc.ts";
import { QrCode } from "../../components/qr-code.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./badge.module.css";
import { type SheetRow, useSheetSource } from "./sheet-data.ts";

interface BadgeProps {
  readonly row: SheetRow;
  readonly setup: BadgeSetup;
  /** Length on a roll, millimetres; null while measuring. */
  readonly length: number | null;
  /** Draws the edge of the printable area, for test pages. */
  readonly hasEdge?: boolean;
}

/** From this ratio of width to height the QR code is next to the text. */
const wideAspectRatio = 1.15;

const mm = (value: number) => `${value}mm`;

/** 방문증. The QR code holds the reservation number, which the quick search of the board accepts. */
export function Badge({ row, setup, length, hasEdge = false }: BadgeProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { company, timezone, readAt, isOffline } = useSheetSource();
  const size = badgeSize(setup, length);
  const { top, right, bottom, left } = badgeMargins(setup);
  const isWide = isRoll(setup)
    ? isTurned(setup)
    : size.width - left - right > wideAspectRatio * (size.height - top - bottom);
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
                    {more && <span className={styles.department}> · {more}</span>}
                  </dd>
                </div>
              ))}
          </dl>
          <div className={styles.qrCode}>
            <QrCode label={t("console.print.code", { text: row.reserveNo })} text={row.reserveNo} />
            <p className={styles.reserveNo}>{row.reserveNo}</p>
          </div>
        </div>
        <footer>
          <p className={styles.kind}>
            <strong>{t("console.print.badgeKind")}</strong>
            <span className={styles.site}>{company[language] || t("console.shell.product")}</span>
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

/** Distance from the badge, and length of a mark, millimetres. */
const [gap, markLength] = [1, 6];

/** Short lines outside the badges that mark where to cut. */
export function CutMarks({ perSheet }: { readonly perSheet: PerSheet }) {
  const { width, height, columns, rows } = sheetBadges[perSheet];
  const { left, top } = sheetStart(perSheet);
  const across = Array.from({ length: columns + 1 }, (_, n) => left + n * width);
  const down = Array.from({ length: rows + 1 }, (_, n) => top + n * height);
  const ends = (start: number, whole: number) => [start - gap - markLength, whole - start + gap];
  const marks = [
    ...across.flatMap((x) => ends(top, a4.height).map((y) => ({ along: "column", x, y }))),
    ...down.flatMap((y) => ends(left, a4.width).map((x) => ({ along: "row", x, y }))),
  ];
  return (
    <div aria-hidden>
      {marks.map(({ along, x, y }) => (
        <span
          className={styles.cutMark}
          data-along={along}
          key={`${along} ${x} ${y}`}
          style={{ left: `${x}mm`, top: `${y}mm` }}
        />
      ))}
    </div>
  );
}
