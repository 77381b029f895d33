import { FlexRender, type RowData } from "@tanstack/react-table";
import { formatLongDay } from "#browser/formats.ts";
import { fromInstant } from "#contract/dates.ts";
import type { TableInstance } from "../../components/table/use-table.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useZoneText } from "../../lib/zone-text.ts";
import styles from "./sheet.module.css";
import { useSheetSource } from "./sheet-data.ts";

interface SheetHeadProps {
  readonly title: string;
  /** Filters and row count. */
  readonly about: string;
  /** "YYYY-MM-DD". Default: the day of reading. */
  readonly day?: string | undefined;
}

/** Header of a sheet: site, title, day, author and time of reading. */
export function SheetHead({ title, about, day }: SheetHeadProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { company, timezone, by: name, readAt, isOffline } = useSheetSource();
  const at = fromInstant(new Date(readAt), timezone);
  const zone = useZoneText(timezone);
  return (
    <header className={styles.header}>
      <div>
        <p className={styles.site}>{company[language] || t("console.shell.product")}</p>
        <h2 className={styles.title}>{title}</h2>
        <p>{about}</p>
      </div>
      {isOffline && <OfflineMark at={at} />}
      <div className={styles.printedBy}>
        <p>{formatLongDay(day ?? at, language)}</p>
        <p>{t(isOffline ? "console.offline.by" : "console.print.by", { name, at })}</p>
        {isOffline && zone && <p>{zone}</p>}
      </div>
    </header>
  );
}

/** OFFLINE mark in both languages, on everything printed without the server. */
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
  /** Rows of one page: index of the first, and after the last. */
  readonly from?: number;
  readonly until?: number | undefined;
}

/** A printed table with fixed column widths, so that all pages look the same. */
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

export function Signatures() {
  const t = useTranslate();
  return (
    <div className={styles.signatures}>
      <p className={styles.signatureLine}>{t("console.print.checkedBy")}</p>
      <p className={styles.signatureLine}>{t("console.print.checkedAt")}</p>
    </div>
  );
}
