import { Button, Group, Paper, Stack, Table, Text, Textarea } from "@mantine/core";
import { useMemo } from "react";
import { companion } from "#contract/visits/visit-actions.ts";
import { type Columns, figures } from "../../components/table/columns.ts";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import { checkBody } from "../../lib/forms/use-form.ts";
import type { Translate } from "../../lib/language.ts";
import { useTranslate } from "../../lib/language.ts";
import { type Person, personFields, readPeople } from "./people.ts";
import styles from "./reserve.module.css";

interface PastedRow {
  readonly person: Person;
  /** Error texts by field. */
  readonly errors: Readonly<Record<string, string>> | undefined;
}

/** Columns of pasted companions, with the error below each field. */
const pastedColumns = (t: Translate): Columns<PastedRow> => [
  { id: "number", header: "#", accessorFn: (_, index) => index + 1, meta: figures },
  ...personFields.map((field) => ({
    id: field,
    header: t(`console.person.${field}`),
    cell: ({ row: { original } }: { readonly row: { readonly original: PastedRow } }) => (
      <>
        {original.person[field]}
        {original.errors?.[field] && (
          <Text c="var(--mantine-color-error)" size="xs">
            {original.errors[field]}
          </Text>
        )}
      </>
    ),
  })),
];

interface Props {
  readonly text: string;
  /** How many more companions are allowed. */
  readonly remaining: number;
  readonly onChange: (text: string) => void;
  readonly onAdd: (people: readonly Person[]) => void;
  readonly onClose: () => void;
}

/**
 * Preview of pasted companions with their errors. Adding takes the valid rows; the others stay in the text field to be
 * corrected.
 */
export function PastePanel({ text, remaining, onChange, onAdd, onClose }: Props) {
  const t = useTranslate();
  const rows = useMemo(
    () => readPeople(text).map((row) => ({ ...row, errors: checkBody(companion, row.person) })),
    [text],
  );
  const table = useRowsTable(pastedColumns, rows);
  const valid = rows.filter(({ errors }) => !errors);
  const accepted = valid.slice(0, remaining);
  const rest = rows.filter((row) => !accepted.includes(row));
  const add = () => {
    onAdd(accepted.map(({ person }) => person));
    if (rest.length === 0) onClose();
    else onChange(rest.map(({ raw }) => raw).join("\n"));
  };
  return (
    <Paper aria-label={t("console.reserve.paste")} component="section" p="md" withBorder>
      <Stack gap="sm">
        <Textarea
          autosize
          description={t("console.reserve.pasteHint")}
          label={t("console.reserve.pasteLabel")}
          maxRows={10}
          minRows={3}
          onChange={(event) => onChange(event.currentTarget.value)}
          ref={focusOnMount}
          spellCheck={false}
          value={text}
        />
        {rows.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          <section aria-label={t("console.reserve.preview")} className={styles.preview} tabIndex={0}>
            <Table verticalSpacing={4}>
              <TableHead table={table} />
              <TableBody table={table} />
            </Table>
          </section>
        )}
        <Group gap="xs">
          <Button disabled={accepted.length === 0} onClick={add}>
            {t("console.reserve.take", { count: accepted.length })}
          </Button>
          <Button onClick={onClose} variant="default">
            {t("console.shell.cancel")}
          </Button>
          <Text c={rest.length > 0 ? "var(--mantine-color-error)" : "dimmed"} role="status" size="sm">
            {rows.length > valid.length && t("console.reserve.wrong", { count: rows.length - valid.length })}{" "}
            {valid.length > remaining && t("console.reserve.tooMany", { count: valid.length - remaining })}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
