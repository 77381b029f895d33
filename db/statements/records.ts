/** Rows that a statement gets as JSON, for `json_to_recordset`. */

/** SQL types of a row's columns, by the names of its fields. */
export type ColumnTypes<Row> = { readonly [Name in keyof Row]-?: string };

/** The column definitions: `"reserveNo" text, …`. */
export const recordset = (types: Readonly<Record<string, string>>): string =>
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", ");

/** Bytes as JSON holds them for a `bytea`. */
export const hexOf = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
