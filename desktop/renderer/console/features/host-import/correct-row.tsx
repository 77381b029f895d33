import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Form } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { type ImportField, importFields } from "./import-sheet.ts";
import { correctRow, hasUnknownCompany, isInvalid, type Loaded } from "./import-state.ts";

interface Props {
  readonly state: Loaded;
  /** Index of the row; undefined closes the drawer. */
  readonly rowIndex: number | undefined;
  /** Opens another row, or closes the drawer. */
  readonly onRowChange: (rowIndex: number | undefined) => void;
}

/** Edits a row of the file before it is sent. */
export function CorrectRow({ state, rowIndex, onRowChange }: Props) {
  const t = useTranslate();
  const row = rowIndex === undefined ? undefined : state.rows[rowIndex];
  return (
    <SideDrawer
      isOpen={row !== undefined}
      onClose={() => onRowChange(undefined)}
      title={t("console.hostImport.correct.title", { line: row?.line ?? 0 })}
    >
      {rowIndex !== undefined && row && (
        // keyed by index: validation replaces the row object
        <CellsForm
          cells={row.cells}
          key={rowIndex}
          onRowChange={onRowChange}
          rowIndex={rowIndex}
          state={state}
        />
      )}
    </SideDrawer>
  );
}

interface CellsFormProps extends Props {
  readonly rowIndex: number;
  readonly cells: readonly string[];
}

function CellsForm({ state, rowIndex, cells: initialCells, onRowChange }: CellsFormProps) {
  const t = useTranslate();
  const [cells, setCells] = useState(initialCells);
  const errorOf = (field: ImportField) => {
    const code = state.rows[rowIndex]?.errors?.[field];
    if (code) return errorText(code);
    if (field === "company" && hasUnknownCompany(state, rowIndex))
      return t("console.hostImport.companies.unknown");
    return state.refused.get(rowIndex)?.[field];
  };
  const firstInvalid = importFields.find((field) => errorOf(field));
  const next = state.rows.findIndex((_, other) => other > rowIndex && isInvalid(state, other));
  const save = (after: number | undefined) => void correctRow(rowIndex, cells).then(() => onRowChange(after));
  return (
    <Form onSubmit={() => save(undefined)}>
      <Stack gap="sm">
        {importFields.map((field, index) => (
          <TextInput
            autoComplete="off"
            data-autofocus={field === (firstInvalid ?? importFields[0]) || undefined}
            error={cells[index] === initialCells[index] ? errorOf(field) : undefined}
            key={field}
            label={t(`console.hostUsers.${field}`)}
            maxLength={200}
            onChange={(event) => setCells(cells.with(index, event.currentTarget.value))}
            value={cells[index] ?? ""}
          />
        ))}
        <Group gap="xs">
          <Button type="submit">{t("console.hostImport.correct.save")}</Button>
          {next >= 0 && (
            <Button onClick={() => save(next)} variant="default">
              {t("console.hostImport.correct.saveNext")}
            </Button>
          )}
          <Button onClick={() => onRowChange(undefined)} variant="subtle">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
