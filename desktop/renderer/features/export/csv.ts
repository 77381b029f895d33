/** Comma-separated values as Excel opens them: Korean intact, one line a row, and nothing that is worked out. */

/** Excel takes a text that begins so for a formula; an apostrophe before it keeps it a text. */
const formula = /^[=+\-@\t\r]/;

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** @returns the file's text, with the mark by which Excel knows UTF-8 */
export const csv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("")}`;
