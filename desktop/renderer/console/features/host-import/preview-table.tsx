import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./host-import.module.css";
import { importFields } from "./import-fields.ts";
import { PreviewRow } from "./preview-row.tsx";
import { isWrong, type Loaded } from "./state.ts";

interface Props {
  readonly state: Loaded;
  /** Places of the rows that are shown. */
  readonly places: readonly number[];
}

const rowHeight = 35;
/** With a line below for what is wrong. */
const wrongHeight = 53;

/** Every row of the sheet; those in sight, and a few around them, are drawn. */
export function PreviewTable({ state, places }: Props) {
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
  useEffect(() => rows.measure(), [rows, places, state.refused]);
  const drawn = rows.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keys
    <section aria-label={t("console.hostImport.preview")} className={styles.box} ref={box} tabIndex={0}>
      <table
        aria-label={t("console.hostImport.preview")}
        aria-rowcount={places.length + 1}
        className={styles.table}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th className={styles.line} scope="col">
              {t("console.hostImport.line")}
            </th>
            <th className={styles.state} scope="col">
              {t("console.hostImport.state")}
            </th>
            {importFields.map((field) => (
              <th key={field} scope="col">
                {t(`console.hostUsers.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {/* a row that comes takes the place of one that goes: filling it anew costs less than making it */}
          {drawn.map(({ index }) => {
            const place = places[index] ?? 0;
            const row = state.rows[place];
            return (
              row && (
                <PreviewRow
                  index={index}
                  isSaved={state.saved.has(place)}
                  key={index % drawn.length}
                  refused={state.refused.get(place)}
                  row={row}
                />
              )
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
