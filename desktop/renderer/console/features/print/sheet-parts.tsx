import { FlexRender, type RowData } from "@tanstack/react-table";
import { formatLongDay } from "#browser/formats.ts";
import { fromInstant } from "#contract/dates.ts";
import type { TableInstance } from "../../components/table/use-table.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { useSheetSource } from "./sheet-data.ts";

interface SheetHeadProps {
  readonly title: string;
  /** What the list is a cut of, and how many it has. */
  readonly about: string;
  /** The day it is of, "YYYY-MM-DD"; that of its reading unless given. */
  readonly day?: string | undefined;
}

/** Which site, which day, which list; who printed it, and of when it is. */
export function SheetHead({ title, about, day }: SheetHeadProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { company, timezone, by: name, readAt, isOffline } = useSheetSource();
  const at = fromInstant(new Date(readAt), timezone);
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.site}>{company[language] || t("console.shell.product")}</p>
        <h2 className={styles.title}>{title}</h2>
        <p>{about}</p>
      </div>
      {isOffline && <OfflineMark at={at} />}
      <div className={styles.made}>
        <p>{formatLongDay(day ?? at, language)}</p>
        <p>{t(isOffline ? "console.offline.by" : "console.print.by", { name, at })}</p>
      </div>
    </header>
  );
}

/** On everything that is printed without the server: in both languages, because whoever reads it did not choose one. */
function OfflineMark({ at }: { readonly at: string }) {
  const t = useTranslate();
  return (
    <p className={styles.offline}>
      <strong>{t("console.offline.mark")}</strong>
      <span>{t("console.gone.asOf", { at })}</span>
    </p>
  );
}

interface SheetTableProps<Row extends RowData> {
  readonly table: TableInstance<Row>;
  /** The rows of one page: from the first, up to before the last. */
  readonly from?: number;
  readonly until?: number | undefined;
}

/** A table on paper. Its columns have parts of its width; without them they would move with what stands in them. */
export function SheetTable<Row extends RowData>({ table, from = 0, until }: SheetTableProps<Row>) {
  const classOf = ({ columnDef }: (typeof columns)[number]) =>
    columnDef.meta?.isNumber ? styles.number : undefined;
  const columns = table.getVisibleLeafColumns();
  return (
    <table className={styles.table}>
      <colgroup>
        {columns.map(({ id, columnDef }) => (
          <col key={id} width={columnDef.meta?.paperWidth} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {table.getLeafHeaders().map((header) => (
            <th className={classOf(header.column)} key={header.id} scope="col">
              <FlexRender header={header} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table
          .getRowModel()
          .rows.slice(from, until)
          .map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map((cell) => (
                <td className={classOf(cell.column)} key={cell.id}>
                  <FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Below a sheet: lines for who checked it, and when. */
export function Signatures() {
  const t = useTranslate();
  return (
    <div className={styles.signature}>
      <p className={styles.line}>{t("console.print.checkedBy")}</p>
      <p className={styles.line}>{t("console.print.checkedAt")}</p>
    </div>
  );
}
