import { formatPeriod, timeOf } from "#browser/formats.ts";
import { fromInstant } from "#contract/dates.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { type SheetRow, useSheetSource } from "./sheet-data.ts";
import { PagedTable, SheetColumns, SheetHead, Signatures } from "./sheet-parts.tsx";

const evacuationWidths = ["9%", "20%", "22%", "21%", "14%", "14%"];

/** 대피 명단: who is inside, by place, each with a box to tick when they were found. */
export function EvacuationList({ rows }: { readonly rows: readonly SheetRow[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const { isOffline } = useSheetSource();
  const places = Map.groupBy(rows, ({ place }) => place);
  const sorted = [...places].sort(([one], [other]) =>
    // those of no place last
    one && other ? one.localeCompare(other, language) : one ? -1 : 1,
  );
  return (
    <article className={`${styles.sheet} ${styles.tall}`}>
      <SheetHead
        about={t(isOffline ? "console.offline.inside" : "console.print.inside", { count: rows.length })}
        title={t("console.print.evacuation")}
      />
      {sorted.map(([place, people]) => (
        <section className={styles.place} key={place}>
          <h3 className={styles.placeName}>
            {place || t("console.print.noPlace")} ({t("console.print.people", { count: people.length })})
          </h3>
          <table className={styles.table}>
            <SheetColumns widths={evacuationWidths} />
            <thead>
              <tr>
                <th scope="col">{t("console.print.found")}</th>
                <th scope="col">{t("console.visit.visitor")}</th>
                <th scope="col">{t("console.visit.company")}</th>
                <th scope="col">{t("console.visit.host")}</th>
                <th scope="col">{t("console.print.passNo")}</th>
                <th scope="col">{t("console.visit.enteredAt")}</th>
              </tr>
            </thead>
            <tbody>
              {people
                .toSorted((one, other) => one.name.localeCompare(other.name, language))
                .map((row) => (
                  <tr key={row.id}>
                    <td>
                      <span aria-hidden className={styles.box} />
                    </td>
                    <td>{row.name}</td>
                    <td>{row.company}</td>
                    <td>
                      {row.host}
                      <span className={styles.soft}>{row.department}</span>
                    </td>
                    <td>{row.passNo}</td>
                    <td>{row.enteredAt.slice(5)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
      {rows.length === 0 && <p>{t("console.print.nobody")}</p>}
      <Signatures />
    </article>
  );
}

interface Props {
  /** What the list is a cut of. */
  readonly about: string;
  readonly rows: readonly SheetRow[];
  readonly isCut: boolean;
  /** The day it is of; that of its reading unless given. */
  readonly day?: string | undefined;
}

/** Columns with their part of the width; what is left is the line to sign on. */
const passListWidths = ["4%", "11%", "13%", "11%", "11%", "14%", "10%", "11%", "15%"];

/** 출입증 명단: who gets a pass, with a line for each to sign on. No more of a person than the list on the screen shows. */
export function PassList({ about, rows, isCut, day }: Props) {
  const t = useTranslate();
  const { timezone, readAt } = useSheetSource();
  const today = day ?? fromInstant(new Date(readAt), timezone).slice(0, 10);
  const count = t(isCut ? "console.print.countCut" : "console.print.count", { count: rows.length });
  const timeText = ({ startDate, endDate }: SheetRow) =>
    startDate.slice(0, 10) === today && endDate.slice(0, 10) === today
      ? `${timeOf(startDate)}–${timeOf(endDate)}`
      : formatPeriod(startDate, endDate);
  return (
    <PagedTable
      head={<SheetHead about={`${about} · ${count}`} day={day} title={t("console.print.passes")} />}
      header={
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
      }
      none={t("console.print.nobody")}
      rows={rows.map((row, index) => (
        <tr key={row.id}>
          <td className={styles.number}>{index + 1}</td>
          <td>{row.name}</td>
          <td>{row.company}</td>
          <td>
            {row.host}
            <span className={styles.soft}>{row.department}</span>
          </td>
          <td>{row.place}</td>
          <td>{timeText(row)}</td>
          <td>{row.passNo}</td>
          <td>{row.carNumber}</td>
          <td />
        </tr>
      ))}
      widths={passListWidths}
    />
  );
}
