import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { TableInstance } from "../../components/table/use-table.ts";
import { fontsReady } from "../../lib/appearance/fonts.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { SheetTable } from "./sheet-parts.tsx";

interface PagedTableProps<Row extends RowData> {
  /** Above the table on the first page. */
  readonly head: ReactNode;
  readonly table: TableInstance<Row>;
  /** Text for an empty table. */
  readonly emptyText: string;
}

/** Printable height of A4 landscape in CSS pixels, with a tolerance for rounding. */
const pageHeight = ((210 - 12 - 14) / 25.4) * 96 - 2;

/** @returns the index of each page's first row */
function breaksOf(sheet: HTMLElement): number[] {
  // narrow windows zoom the sheet
  const zoom = sheet.currentCSSZoom ?? 1;
  const heightOf = (element: Element | null) => (element?.getBoundingClientRect().height ?? 0) / zoom;
  const table = sheet.querySelector("table");
  const top = table ? (table.getBoundingClientRect().top - sheet.getBoundingClientRect().top) / zoom : 0;
  const padding = Number.parseFloat(getComputedStyle(sheet).paddingTop);
  const header = heightOf(sheet.querySelector("thead"));
  const breaks = [0];
  let remaining = pageHeight - (top - padding) - header;
  for (const [index, row] of [...sheet.querySelectorAll("tbody tr")].entries()) {
    const height = heightOf(row);
    if (height > remaining && index > (breaks.at(-1) ?? 0)) {
      breaks.push(index);
      remaining = pageHeight - header;
    }
    remaining -= height;
  }
  return breaks;
}

/**
 * A table split into printed pages. Row heights depend on their content, so the table is first laid out in one piece and
 * measured after the fonts have loaded.
 */
export function PagedTable<Row extends RowData>({ head, table, emptyText }: PagedTableProps<Row>) {
  const t = useTranslate();
  const first = useRef<HTMLElement>(null);
  const [breaks, setBreaks] = useState([0]);

  useEffect(() => {
    let isMounted = true;
    void fontsReady().then(() => {
      if (isMounted && first.current) setBreaks(breaksOf(first.current));
    });
    return () => {
      isMounted = false;
    };
  }, []);

  return breaks.map((from, index) => (
    <article
      className={`${styles.sheet} ${styles.landscape}`}
      key={from}
      ref={index === 0 ? first : undefined}
    >
      {index === 0 && head}
      <SheetTable from={from} table={table} until={breaks[index + 1]} />
      {table.getRowModel().rows.length === 0 && <p>{emptyText}</p>}
      {/* screen only; on paper the browser prints it in the margin */}
      <p aria-hidden className={styles.pageNumber}>
        {t("console.print.pageOf", { page: index + 1, pages: breaks.length })}
      </p>
    </article>
  ));
}
