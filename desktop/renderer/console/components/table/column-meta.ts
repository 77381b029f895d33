/** Column metadata, independent of the table library, because exports use it, too. */

/** Value of a cell in a file. */
export type CellValue = string | number | null;

export interface ColumnMeta {
  /** Hidden on narrow screens. */
  readonly isWide?: boolean;
  /** Tabular figures without wrapping. */
  readonly isTabular?: boolean;
  /** Minimum width on wide screens, for a few words or a text; by default the longest word. */
  readonly minWidth?: "words" | "text";
  /** Shows the column's name in each cell when the header is hidden. */
  readonly isLabelled?: boolean;
  /** In files and print, but not on the screen. */
  readonly isFileOnly?: boolean;
  /** Width in a file in characters; fits the content by default. */
  readonly fileWidth?: number;
  /** Share of the printed width: "7%". */
  readonly paperWidth?: string;
  /** Right-aligned in print. */
  readonly isNumber?: boolean;
}

/** The parts of a column used by files. */
export interface SheetColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly accessorFn?: ((row: Row, index: number) => CellValue | undefined) | undefined;
  readonly meta?: ColumnMeta | undefined;
}

/** Columns for files and print: those with an accessor. */
export const fileColumns = <Row>(columns: readonly SheetColumn<Row>[]) =>
  columns.flatMap(({ id, header, accessorFn, meta: { isFileOnly: _, ...meta } = {} }) =>
    accessorFn ? [{ id, header, accessorFn, meta }] : [],
  );
