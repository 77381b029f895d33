import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Form } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { correctRow, hasUnknownCompany, isWrong, type Loaded } from "./import-state.ts";
import { type ImportField, importFields } from "./people-sheet.ts";

interface Props {
  readonly state: Loaded;
  /** Of the row in the file; undefined where the drawer is closed. */
  readonly place: number | undefined;
  /** Goes to another row, or closes. */
  readonly onPlace: (place: number | undefined) => void;
}

/** A row of the file, to be put right before it is sent. */
export function CorrectRow({ state, place, onPlace }: Props) {
  const t = useTranslate();
  const row = place === undefined ? undefined : state.rows[place];
  return (
    <SideDrawer
      isOpen={row !== undefined}
      onClose={() => onPlace(undefined)}
      title={t("console.hostImport.correct.title", { line: row?.line ?? 0 })}
    >
      {place !== undefined && row && (
        // judged again, the same row is a new one
        <CellsForm cells={row.cells} key={place} onPlace={onPlace} place={place} state={state} />
      )}
    </SideDrawer>
  );
}

interface CellsFormProps extends Props {
  readonly place: number;
  readonly cells: readonly string[];
}

function CellsForm({ state, place, cells: given, onPlace }: CellsFormProps) {
  const t = useTranslate();
  const [cells, setCells] = useState(given);
  const errorOf = (field: ImportField) => {
    const code = state.rows[place]?.errors?.[field];
    if (code) return errorText(code);
    if (field === "company" && hasUnknownCompany(state, place))
      return t("console.hostImport.companies.unknown");
    return state.refused.get(place)?.[field];
  };
  const first = importFields.find((field) => errorOf(field));
  const next = state.rows.findIndex((_, other) => other > place && isWrong(state, other));
  const save = (after: number | undefined) => void correctRow(place, cells).then(() => onPlace(after));
  return (
    <Form onSubmit={() => save(undefined)}>
      <Stack gap="sm">
        {importFields.map((field, at) => (
          <TextInput
            autoComplete="off"
            data-autofocus={field === (first ?? importFields[0]) || undefined}
            error={cells[at] === given[at] ? errorOf(field) : undefined}
            key={field}
            label={t(`console.hostUsers.${field}`)}
            maxLength={200}
            onChange={(event) => setCells(cells.with(at, event.currentTarget.value))}
            value={cells[at] ?? ""}
          />
        ))}
        <Group gap="xs">
          <Button type="submit">{t("console.hostImport.correct.save")}</Button>
          {next >= 0 && (
            <Button onClick={() => save(next)} variant="default">
              {t("console.hostImport.correct.saveNext")}
            </Button>
          )}
          <Button onClick={() => onPlace(undefined)} variant="subtle">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
