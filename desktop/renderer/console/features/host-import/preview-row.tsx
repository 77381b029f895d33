import { Anchor } from "@mantine/core";
import type { Row as TableRow } from "@tanstack/react-table";
import { memo } from "react";
import { type features, headerOf } from "../../components/table/columns.ts";
import { errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./host-import.module.css";
import { correctRow } from "./import-state.ts";
import { type ImportRow, importFields } from "./people-sheet.ts";
import { WrongCell } from "./wrong-cell.tsx";

interface PreviewRowProps {
  readonly row: TableRow<typeof features, ImportRow>;
  /** Among the rows that are shown, from 0. */
  readonly index: number;
  readonly isSaved: boolean;
  readonly isUnknownCompany: boolean;
  /** In the file. */
  readonly place: number;
  /** Undefined where it stays as it is. */
  readonly onCorrect: ((place: number) => void) | undefined;
  /** Sentences of the server by field. */
  readonly refused: Readonly<Record<string, string>> | undefined;
}

const stateOf = ({ row, isSaved, isUnknownCompany, refused }: PreviewRowProps) => {
  if (isSaved) return "saved";
  return row.original.errors || refused || isUnknownCompany ? "wrong" : "sound";
};

/** The table makes rows anew with each that comes into sight; those that say the same are not drawn again. */
const isSame = (one: PreviewRowProps, other: PreviewRowProps) =>
  one.row.original === other.row.original &&
  one.index === other.index &&
  one.isSaved === other.isSaved &&
  one.isUnknownCompany === other.isUnknownCompany &&
  one.place === other.place &&
  one.onCorrect === other.onCorrect &&
  one.refused === other.refused;

const withCell = ({ cells }: ImportRow, id: string, text: string): readonly string[] =>
  importFields.map((field, at) => (field === id ? text : (cells[at] ?? "")));

/** One row of the sheet, with what is wrong below each cell. */
export const PreviewRow = memo(function PreviewRow(props: PreviewRowProps) {
  const { row, index, refused, place, isUnknownCompany, onCorrect } = props;
  const t = useTranslate();
  const state = stateOf(props);
  const errorOf = (field: string) => {
    const code = row.original.errors?.[field];
    if (field === "company" && isUnknownCompany && !code) return t("console.hostImport.companies.unknown");
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
        if (id === "line" && onCorrect)
          return (
            <td className="tabular" key={id}>
              <Anchor component="button" onClick={() => onCorrect(place)} type="button">
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
              <WrongCell
                column={headerOf(cell.column)}
                error={error}
                // the rows in sight share their places
                key={place}
                line={row.original.line}
                onCorrect={(typed) => void correctRow(place, withCell(row.original, id, typed))}
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
