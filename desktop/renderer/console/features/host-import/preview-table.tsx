import { FlexRender, type Row as TableRow } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useMemo, useRef } from "react";
import type { features } from "../../components/table/columns.ts";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { errorText } from "../../lib/use-form.ts";
import { previewColumns } from "./columns.ts";
import styles from "./host-import.module.css";
import { isWrong, type Loaded } from "./import-state.ts";
import { type ImportRow, importFields } from "./people-sheet.ts";

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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keys
    <section aria-label={t("console.hostImport.preview")} className={styles.box} ref={box} tabIndex={0}>
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
                key={index % drawn.length}
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

interface PreviewRowProps {
  readonly row: TableRow<typeof features, ImportRow>;
  /** Among the rows that are shown, from 0. */
  readonly index: number;
  readonly isSaved: boolean;
  /** Sentences of the server by field. */
  readonly refused: Readonly<Record<string, string>> | undefined;
}

const stateOf = ({ row, isSaved, refused }: PreviewRowProps) => {
  if (isSaved) return "saved";
  return row.original.errors || refused ? "wrong" : "sound";
};

/** The table makes rows anew with each that comes into sight; those that say the same are not drawn again. */
const isSame = (one: PreviewRowProps, other: PreviewRowProps) =>
  one.row.original === other.row.original &&
  one.index === other.index &&
  one.isSaved === other.isSaved &&
  one.refused === other.refused;

/** One row of the sheet, with what is wrong below each cell. */
const PreviewRow = memo(function PreviewRow(props: PreviewRowProps) {
  const { row, index, refused } = props;
  const t = useTranslate();
  const state = stateOf(props);
  const errorOf = (field: string) => {
    const code = row.original.errors?.[field];
    return refused?.[field] ?? (code && errorText(code));
  };
  // told beside the state as well: the cell may be out of sight
  const told = ["_", ...importFields].flatMap((field) => {
    const error = errorOf(field);
    const known = importFields.find((one) => one === field);
    return error ? [known ? `${t(`console.hostUsers.${known}`)}: ${error}` : error] : [];
  });
  return (
    <tr aria-rowindex={index + 2} data-state={state}>
      {row.getVisibleCells().map((cell) => {
        const { id, columnDef } = cell.column;
        if (id === "state")
          return (
            <td key={id} title={told.join("\n") || undefined}>
              {t(`console.hostImport.${state}`)}
              {told.length > 0 && <span className={styles.error}>{told.join(" ")}</span>}
            </td>
          );
        const error = errorOf(id);
        const text = String(cell.getValue() ?? "");
        return (
          <td
            className={columnDef.meta?.isTabular ? "tabular" : undefined}
            key={id}
            title={error ?? (columnDef.meta?.isTabular ? undefined : text)}
          >
            {text || "\u00a0"}
            {error && <span className={styles.error}>{error}</span>}
          </td>
        );
      })}
    </tr>
  );
}, isSame);
