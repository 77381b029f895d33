import { FlexRender } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { previewColumns } from "./columns.ts";
import styles from "./host-import.module.css";
import { canCorrect, hasUnknownCompany, isWrong, type Loaded } from "./import-state.ts";
import { importFields } from "./people-sheet.ts";
import { PreviewRow } from "./preview-row.tsx";

interface Props {
  readonly state: Loaded;
  /** Places of the rows that are shown. */
  readonly places: readonly number[];
  /** Opens a row to be put right. */
  readonly onCorrect: (place: number) => void;
}

const rowHeight = 35;
/** With a line below for what is wrong. */
const wrongHeight = 53;
/** Of the headings, and of the bar by which a wide table is pushed sideways. */
const aroundRows = 56;

/** Every row of the sheet; those in sight, and a few around them, are drawn. */
export function PreviewTable({ state, places, onCorrect }: Props) {
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: places.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (isWrong(state, places[index] ?? 0) ? wrongHeight : rowHeight),
    overscan: 4,
    // drawn with the next frame: forcing it at once makes long frames
    useFlushSync: false,
  });
  // heights follow what is wrong by now
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when the rows or what is wrong with them change
  useEffect(() => rows.measure(), [rows, places, state.refused, state.rows, state.companies]);
  const drawn = rows.getVirtualItems();
  const first = drawn[0]?.index ?? 0;
  // the table knows those only that are drawn: a hundred thousand at once would take it a second
  const data = useMemo(
    () => places.slice(first, first + drawn.length).flatMap((place) => state.rows[place] ?? []),
    [places, first, drawn.length, state.rows],
  );
  const table = useRowsTable(previewColumns, data);
  const above = drawn[0]?.start ?? 0;
  const below = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <section
      aria-label={t("console.hostImport.preview")}
      className={styles.box}
      ref={box}
      // no higher than its rows
      style={{ maxHeight: rows.getTotalSize() + aroundRows }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keys
      tabIndex={0}
    >
      <table
        aria-label={t("console.hostImport.preview")}
        aria-rowcount={places.length + 1}
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
          <Space height={above} />
          {/* a row that comes takes the place of one that goes: filling it anew costs less than making it */}
          {table.getRowModel().rows.map((row) => {
            const index = first + row.index;
            const place = places[index] ?? 0;
            return (
              <PreviewRow
                index={index}
                isSaved={state.saved.has(place)}
                isUnknownCompany={hasUnknownCompany(state, place)}
                key={index % drawn.length}
                onCorrect={canCorrect(state, place) ? onCorrect : undefined}
                place={place}
                refused={state.refused.get(place)}
                row={row}
              />
            );
          })}
          <Space height={below} />
        </tbody>
      </table>
    </section>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={importFields.length + 2} style={{ height }} />
    </tr>
  );
}
