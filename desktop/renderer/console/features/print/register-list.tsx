import { type Destruction, destructionReasons } from "#contract/privacy-trash.ts";
import { choicesIn } from "../../components/table/list-search.ts";
import { useTranslate } from "../../lib/language.ts";
import { doerOf, keptDays, visitNumbers } from "../register/register.ts";
import type { PrintSearch } from "./search.ts";
import styles from "./sheet.module.css";
import { SheetColumns, SheetHead, Signatures } from "./sheet-parts.tsx";

interface Props {
  readonly search: PrintSearch;
  readonly rows: readonly Destruction[];
  readonly isCut: boolean;
}

const widths = ["7%", "14%", "14%", "13%", "7%", "7%", "7%", "9%", "22%"];

/** 파기 대장: a line for each destruction, and two to sign on. */
export function RegisterList({ search, rows, isCut }: Props) {
  const t = useTranslate();
  const { from, to, q, why } = search;
  const about = [
    from || to ? `${from ?? ""}–${to ?? ""}` : t("console.register.allTime"),
    choicesIn(why, destructionReasons)
      .map((one) => t(`console.register.${one}`))
      .join(", "),
    q && `‘${q}’`,
    t(isCut ? "console.register.countCut" : "console.register.count", { count: rows.length }),
  ].filter(Boolean);
  return (
    <article className={`${styles.sheet} ${styles.wide}`}>
      <SheetHead about={about.join(" · ")} title={t("console.print.register")} />
      <table className={styles.table}>
        <SheetColumns widths={widths} />
        <thead>
          <tr>
            <th className={styles.number} scope="col">
              {t("console.register.number")}
            </th>
            <th scope="col">{t("console.register.at")}</th>
            <th scope="col">{t("console.register.why")}</th>
            <th scope="col">{t("console.register.by")}</th>
            {(["visits", "persons", "messages"] as const).map((name) => (
              <th className={styles.number} key={name} scope="col">
                {t(`console.register.${name}`)}
              </th>
            ))}
            <th scope="col">{t("console.register.kept")}</th>
            <th scope="col">{t("console.register.visitIds")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className={styles.number}>{row.id}</td>
              <td>{row.at}</td>
              <td>{t(`console.register.${row.why}`)}</td>
              <td>{doerOf(row, t)}</td>
              <td className={styles.number}>{row.visits}</td>
              <td className={styles.number}>{row.persons}</td>
              <td className={styles.number}>{row.messages}</td>
              <td>{keptDays(row)}</td>
              <td>{visitNumbers(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>{t("console.register.none")}</p>}
      <Signatures />
    </article>
  );
}
