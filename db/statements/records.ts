/** Rows that a statement gets as JSON, for `json_to_recordset`. */

/** SQL types of a row's columns, by the names of its fields. */
export type ColumnTypes<Row> = { readonly [Name in keyof Row]-?: string };

/** The column definitions: `"reserveNo" text, …`. */
export const recordset = (types: Readonly<Record<string, string>>): string =>
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", ");

/** Bytes as JSON holds them for a `bytea`. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

type NumberBytes = { readonly [Name in "cellCipher" | "cellHash" | "cellLastFourHash"]: Buffer | null };

/** The bytes of a sealed number, as JSON holds them. */
export const numberRecord = ({ cellCipher, cellHash, cellLastFourHash }: NumberBytes) => ({
  cellCipher: cellCipher && hexOf(cellCipher),
  cellHash: cellHash && hexOf(cellHash),
  cellLastFourHash: cellLastFourHash && hexOf(cellLastFourHash),
});
