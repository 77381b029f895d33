import { Anchor } from "@mantine/core";
import type { Row as TableRow } from "@tanstack/react-table";
import { memo } from "react";
import { type features, headerOf } from "../../components/table/columns.ts";
import { errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { labelledError } from "./columns.ts";
import styles from "./host-import.module.css";
import { type ImportRow, importFields } from "./import-sheet.ts";
import { correctRow } from "./import-state.ts";
import { InvalidCell } from "./invalid-cell.tsx";

interface PreviewRowProps {
  readonly row: TableRow<typeof features, ImportRow>;
  /** Index among the shown rows. */
  readonly index: number;
  readonly isSaved: boolean;
  readonly isUnknownCompany: boolean;
  /** Index in the file. */
  readonly rowIndex: number;
  /** Undefined if the row cannot be corrected. */
  readonly onCorrect: ((rowIndex: number) => void) | undefined;
  /** Error texts of the server by field. */
  readonly refused: Readonly<Record<string, string>> | undefined;
}

const stateOf = ({ row, isSaved, isUnknownCompany, refused }: PreviewRowProps) => {
  if (isSaved) return "saved";
  return row.original.errors || refused || isUnknownCompany ? "wrong" : "sound";
};

/** TanStack Table creates new row objects while scrolling, so compare what they show. */
const isSame = (one: PreviewRowProps, other: PreviewRowProps) =>
  one.row.original === other.row.original &&
  one.index === other.index &&
  one.isSaved === other.isSaved &&
  one.isUnknownCompany === other.isUnknownCompany &&
  one.rowIndex === other.rowIndex &&
  one.onCorrect === other.onCorrect &&
  one.refused === other.refused;

const withCell = ({ cells }: ImportRow, id: string, text: string): readonly string[] =>
  importFields.map((field, index) => (field === id ? text : (cells[index] ?? "")));

/** One row of the sheet, with the error below each invalid cell. */
export const PreviewRow = memo(function PreviewRow(props: PreviewRowProps) {
  const { row, index, refused, rowIndex, isUnknownCompany, onCorrect } = props;
  const t = useTranslate();
  const state = stateOf(props);
  const errorOf = (field: string) => {
    const code = row.original.errors?.[field];
    if (field === "company" && isUnknownCompany && !code) return t("console.hostImport.companies.unknown");
    return refused?.[field] ?? (code && errorText(code));
  };
  // repeated in the state column, because the invalid cell may be scrolled out of view
  const errors = ["_", ...importFields].flatMap((field) => {
    const error = errorOf(field);
    return error ? [labelledError(t, field, error)] : [];
  });
  return (
    <tr aria-rowindex={index + 2} data-state={state}>
      {row.getVisibleCells().map((cell) => {
        const { id, columnDef } = cell.column;
        if (id === "state")
          return (
            <td key={id} title={errors.join("\n") || undefined}>
              {t(`console.hostImport.${state}`)}
              {errors.length > 0 && <span className={styles.error}>{errors.join(" ")}</span>}
            </td>
          );
        if (id === "line" && onCorrect)
          return (
            <td className="tabular" key={id}>
              <Anchor component="button" onClick={() => onCorrect(rowIndex)} type="button">
                <span aria-hidden>{row.original.line}</span>
                <span className="visually-hidden">
                  {t("console.hostImport.correct.title", { line: row.original.line })}
                </span>
              </Anchor>
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
            {error && onCorrect ? (
              <InvalidCell
                column={headerOf(cell.column)}
                error={error}
                // visible rows reuse their components
                key={rowIndex}
                line={row.original.line}
                onCorrect={(typed) => void correctRow(rowIndex, withCell(row.original, id, typed))}
                text={text}
              />
            ) : (
              text || "\u00a0"
            )}
            {error && <span className={styles.error}>{error}</span>}
          </td>
        );
      })}
    </tr>
  );
}, isSame);
