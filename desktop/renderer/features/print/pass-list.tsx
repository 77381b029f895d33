import { useSuspenseQuery } from "@tanstack/react-query";
import { fromInstant } from "#contract/dates.ts";
import type { VisitAnswer } from "#contract/visits.ts";
import { formatPeriod, timeOf } from "../../lib/format.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { heldPasses } from "../visits/visit-words.ts";
import type { PrintSearch } from "./print-search.ts";
import styles from "./sheet.module.css";
import { SheetColumns } from "./sheet-columns.tsx";
import { SheetHead } from "./sheet-head.tsx";

interface Props {
  readonly search: PrintSearch;
  readonly rows: readonly VisitAnswer[];
  readonly isCut: boolean;
  readonly readAt: number;
}

/** Columns with their part of the width; what is left is the line to sign on. */
const widths = ["4%", "11%", "13%", "11%", "11%", "14%", "10%", "11%", "15%"];

/** 출입증 명단: who gets a pass, with a line for each to sign on. No more of a person than the list on the screen shows. */
export function PassList({ search, rows, isCut, readAt }: Props) {
  const t = useTranslate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const day = fromInstant(new Date(readAt), timezone).slice(0, 10);
  const { board, list = "all", q, status, from, to } = search;
  const about = [
    t(board ? `console.today.${board}` : `console.visits.${list}`),
    q && `‘${q}’`,
    status
      ?.split(",")
      .map((code) => t(`status.${code}` as never))
      .join(", "),
    (from || to) && `${from ?? ""}–${to ?? ""}`,
    t(isCut ? "console.print.countCut" : "console.print.count", { count: rows.length }),
  ].filter(Boolean);
  const timeText = ({ startDate, endDate }: VisitAnswer) =>
    startDate.slice(0, 10) === day && endDate.slice(0, 10) === day
      ? `${timeOf(startDate)}–${timeOf(endDate)}`
      : formatPeriod(startDate, endDate);
  return (
    <article className={`${styles.sheet} ${styles.wide}`}>
      <SheetHead about={about.join(" · ")} readAt={readAt} title={t("console.print.passes")} />
      <table className={styles.table}>
        <SheetColumns widths={widths} />
        <thead>
          <tr>
            <th className={styles.number} scope="col">
              {t("console.print.number")}
            </th>
            <th scope="col">{t("console.visit.visitor")}</th>
            <th scope="col">{t("console.visit.company")}</th>
            <th scope="col">{t("console.visit.host")}</th>
            <th scope="col">{t("console.visit.place")}</th>
            <th scope="col">{t("console.visit.time")}</th>
            <th scope="col">{t("console.print.passNo")}</th>
            <th scope="col">{t("console.visit.carNumber")}</th>
            <th scope="col">{t("console.print.signature")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td className={styles.number}>{index + 1}</td>
              <td>{row.name}</td>
              <td>{row.company}</td>
              <td>
                {row.hostUser.name}
                <span className={styles.soft}>{row.hostUser.department}</span>
              </td>
              <td>{row.accessiblePlace?.name}</td>
              <td>{timeText(row)}</td>
              <td>{heldPasses(row)}</td>
              <td>{row.carNumber}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>{t("console.print.nobody")}</p>}
    </article>
  );
}
