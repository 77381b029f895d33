/** What a column says beside what the library knows of; files are made of it without the library. */

/** What stands in a cell of a file. */
export type CellValue = string | number | null;

export interface ColumnMeta {
  /** Left out where the table is narrow: on a phone. */
  readonly isWide?: boolean;
  /** Figures, which stand below each other. They keep to one line. */
  readonly isTabular?: boolean;
  /** On a wide screen: room for a few words on a line, or for a text. Otherwise its longest word has room. */
  readonly room?: "words" | "text";
  /** Each cell says its column's name where the table's head is not shown. */
  readonly isLabelled?: boolean;
  /** In a file, and on paper, but not on the screen. */
  readonly isFileOnly?: boolean;
  /** Its width in a file, in characters; as wide as what stands in it unless said. */
  readonly fileWidth?: number;
  /** Its part of a sheet's width: "7%". */
  readonly paperWidth?: string;
  /** On paper to the right: what is added up. */
  readonly isNumber?: boolean;
}

/** What a file needs of a column. */
export interface SheetColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly accessorFn?: ((row: Row, index: number) => CellValue | undefined) | undefined;
  readonly meta?: ColumnMeta | undefined;
}

/** Those that stand in a file and on paper, with what they read and nothing that the screen draws around it. */
export const inFile = <Row>(columns: readonly SheetColumn<Row>[]) =>
  columns.flatMap(({ id, header, accessorFn, meta: { isFileOnly: _, ...meta } = {} }) =>
    accessorFn ? [{ id, header, accessorFn, meta }] : [],
  );
