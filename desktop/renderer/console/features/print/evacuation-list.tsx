import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { SheetColumns } from "./sheet-columns.tsx";
import { SheetHead } from "./sheet-head.tsx";
import type { SheetRow } from "./sheet-row.ts";
import { useSheetSource } from "./sheet-source.ts";
import { Signatures } from "./signatures.tsx";

const widths = ["9%", "20%", "22%", "21%", "14%", "14%"];

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
            <SheetColumns widths={widths} />
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
