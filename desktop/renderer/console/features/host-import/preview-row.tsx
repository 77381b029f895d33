import { memo } from "react";
import { errorText } from "../../lib/check-body.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./host-import.module.css";
import { importFields } from "./import-fields.ts";
import type { ImportRow } from "./people-sheet.ts";

interface Props {
  readonly row: ImportRow;
  /** Among the rows that are shown, from 0. */
  readonly index: number;
  readonly isSaved: boolean;
  /** Sentences of the server by field. */
  readonly refused: Readonly<Record<string, string>> | undefined;
}

const stateOf = ({ row, isSaved, refused }: Props) => {
  if (isSaved) return "saved";
  return row.errors || refused ? "wrong" : "sound";
};

/** One row of the sheet, with what is wrong below each cell. */
export const PreviewRow = memo(function PreviewRow(props: Props) {
  const { row, index, refused } = props;
  const t = useTranslate();
  const state = stateOf(props);
  const errorOf = (field: string) => {
    const code = row.errors?.[field];
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
      <td className="tabular">{row.line}</td>
      <td title={told.join("\n") || undefined}>
        {t(`console.hostImport.${state}`)}
        {told.length > 0 && <span className={styles.error}>{told.join(" ")}</span>}
      </td>
      {importFields.map((field, column) => {
        const error = errorOf(field);
        return (
          <td key={field} title={error ?? row.cells[column]}>
            {row.cells[column] || "\u00a0"}
            {error && <span className={styles.error}>{error}</span>}
          </td>
        );
      })}
    </tr>
  );
});
