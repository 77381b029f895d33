import { FlexRender } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { previewColumns } from "./columns.ts";
import styles from "./host-import.module.css";
import { importFields } from "./import-sheet.ts";
import { canCorrect, hasUnknownCompany, isInvalid, type Loaded } from "./import-state.ts";
import { PreviewRow } from "./preview-row.tsx";

interface Props {
  readonly state: Loaded;
  /** Indexes of the shown rows. */
  readonly rowIndexes: readonly number[];
  /** Opens a row for correction. */
  readonly onCorrect: (rowIndex: number) => void;
}

const rowHeight = 35;
/** With a line for the error. */
const invalidRowHeight = 53;
/** Height of the header and the horizontal scroll bar. */
const chromeHeight = 56;

/** Virtualized table of all rows of the sheet. */
export function PreviewTable({ state, rowIndexes, onCorrect }: Props) {
  const t = useTranslate();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: rowIndexes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isInvalid(state, rowIndexes[index] ?? 0) ? invalidRowHeight : rowHeight),
    overscan: 4,
    // flushSync while scrolling makes long frames
    useFlushSync: false,
  });
  // row heights depend on errors
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows or their errors change
  useEffect(() => rows.measure(), [rows, rowIndexes, state.refused, state.rows, state.companies]);
  const virtualRows = rows.getVirtualItems();
  const first = virtualRows[0]?.index ?? 0;
  // only the virtual rows: 100,000 rows would take the table a second
  const data = useMemo(
    () =>
      rowIndexes.slice(first, first + virtualRows.length).flatMap((rowIndex) => state.rows[rowIndex] ?? []),
    [rowIndexes, first, virtualRows.length, state.rows],
  );
  const table = useRowsTable(previewColumns, data);
  const above = virtualRows[0]?.start ?? 0;
  const below = rows.getTotalSize() - (virtualRows.at(-1)?.end ?? 0);
  return (
    <section
      aria-label={t("console.hostImport.preview")}
      className={styles.scrollBox}
      ref={scroller}
      style={{ maxHeight: rows.getTotalSize() + chromeHeight }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
    >
      <table
        aria-label={t("console.hostImport.preview")}
        aria-rowcount={rowIndexes.length + 1}
        className={styles.table}
      >
        <thead>
          <tr aria-rowindex={1}>
            {table.getLeafHeaders().map((header) => (
              <th key={header.id} scope="col">
                <FlexRender header={header} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {/* keys repeat, so that rows are updated instead of mounted while scrolling */}
          {table.getRowModel().rows.map((row) => {
            const index = first + row.index;
            const rowIndex = rowIndexes[index] ?? 0;
            return (
              <PreviewRow
                index={index}
                isSaved={state.saved.has(rowIndex)}
                isUnknownCompany={hasUnknownCompany(state, rowIndex)}
                key={index % virtualRows.length}
                onCorrect={canCorrect(state, rowIndex) ? onCorrect : undefined}
                rowIndex={rowIndex}
                refused={state.refused.get(rowIndex)}
                row={row}
              />
            );
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </section>
  );
}

/** Fills the height of the rows above or below the virtual ones. */
function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={importFields.length + 2} style={{ height }} />
    </tr>
  );
}
