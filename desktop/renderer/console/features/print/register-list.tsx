import { type Destruction, destructionReasons } from "#contract/privacy/privacy-trash.ts";
import { fileColumns } from "../../components/table/column-meta.ts";
import { choicesIn } from "../../components/table/list-search.ts";
import { type ColumnFactory, useRowsTable } from "../../components/table/use-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { registerColumns } from "../register/columns.tsx";
import type { PrintSearch } from "./search.ts";
import styles from "./sheet.module.css";
import { SheetHead, SheetTable, Signatures } from "./sheet-parts.tsx";

interface Props {
  readonly search: PrintSearch;
  readonly rows: readonly Destruction[];
  readonly isCut: boolean;
}

const paperColumns: ColumnFactory<Destruction> = (t) => fileColumns(registerColumns(t));

/** 파기 대장: the printed destruction register. */
export function RegisterList({ search, rows, isCut }: Props) {
  const t = useTranslate();
  const table = useRowsTable(paperColumns, rows);
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
    <article className={`${styles.sheet} ${styles.landscape}`}>
      <SheetHead about={about.join(" · ")} title={t("console.print.register")} />
      <SheetTable table={table} />
      {rows.length === 0 && <p>{t("console.register.none")}</p>}
      <Signatures />
    </article>
  );
}
