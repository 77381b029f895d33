import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { TableInstance } from "../../components/table/use-table.ts";
import { fontsReady } from "../../lib/appearance/fonts.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { SheetTable } from "./sheet-parts.tsx";

interface PagedTableProps<Row extends RowData> {
  /** What stands above the table on the first page. */
  readonly head: ReactNode;
  /** Every page has the names of its columns. */
  readonly table: TableInstance<Row>;
  /** Said where there are no rows. */
  readonly none: string;
}

/** Between the margins of an A4 sheet that lies on its side, in CSS pixels; a little less, so that rounding breaks nothing. */
const pageHeight = ((210 - 12 - 14) / 25.4) * 96 - 2;

/** @returns the index of each page's first row */
function breaksOf(sheet: HTMLElement): number[] {
  // a narrow window shows the sheet smaller than it is
  const zoom = sheet.currentCSSZoom ?? 1;
  const heightOf = (element: Element | null) => (element?.getBoundingClientRect().height ?? 0) / zoom;
  const table = sheet.querySelector("table");
  const top = table ? (table.getBoundingClientRect().top - sheet.getBoundingClientRect().top) / zoom : 0;
  const padding = Number.parseFloat(getComputedStyle(sheet).paddingTop);
  const header = heightOf(sheet.querySelector("thead"));
  const breaks = [0];
  let left = pageHeight - (top - padding) - header;
  for (const [index, row] of [...sheet.querySelectorAll("tbody tr")].entries()) {
    const height = heightOf(row);
    if (height > left && index > (breaks.at(-1) ?? 0)) {
      breaks.push(index);
      left = pageHeight - header;
    }
    left -= height;
  }
  return breaks;
}

/**
 * A table as the pages it is printed on. It is laid out once in one piece; where its rows fall on a page's end is
 * measured when all letters are there, because a row is as high as what stands in it.
 */
export function PagedTable<Row extends RowData>({ head, table, none }: PagedTableProps<Row>) {
  const t = useTranslate();
  const first = useRef<HTMLElement>(null);
  const [breaks, setBreaks] = useState([0]);

  useEffect(() => {
    let isThere = true;
    void fontsReady().then(() => {
      if (isThere && first.current) setBreaks(breaksOf(first.current));
    });
    return () => {
      isThere = false;
    };
  }, []);

  return breaks.map((from, index) => (
    <article className={`${styles.sheet} ${styles.wide}`} key={from} ref={index === 0 ? first : undefined}>
      {index === 0 && head}
      <SheetTable from={from} table={table} until={breaks[index + 1]} />
      {table.getRowModel().rows.length === 0 && <p>{none}</p>}
      {/* on paper the browser writes it into the margin */}
      <p aria-hidden className={styles.pageNumber}>
        {t("console.print.pageOf", { page: index + 1, pages: breaks.length })}
      </p>
    </article>
  ));
}
