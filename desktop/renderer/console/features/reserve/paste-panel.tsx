import { Button, Group, Paper, Stack, Table, Text, Textarea } from "@mantine/core";
import { useMemo } from "react";
import { companion } from "#contract/visits/visit-actions.ts";
import { type Columns, figures } from "../../components/table/columns.ts";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { checkBody } from "../../lib/forms/use-form.ts";
import type { Translate } from "../../lib/language.ts";
import { useTranslate } from "../../lib/language.ts";
import { type Person, personFields, readPeople } from "./people.ts";
import styles from "./reserve.module.css";

interface PastedRow {
  readonly person: Person;
  /** Sentences by field. */
  readonly errors: Readonly<Record<string, string>> | undefined;
}

/** The columns of companions that were pasted, with what is wrong below each field. */
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
  /** So many more companions fit. */
  readonly left: number;
  readonly onChange: (text: string) => void;
  readonly onTake: (people: readonly Person[]) => void;
  readonly onClose: () => void;
}

/**
 * What was pasted, as it would be taken over, with what is wrong in each row and field. Sound rows are taken; the
 * others stay in the box to be put right.
 */
export function PastePanel({ text, left, onChange, onTake, onClose }: Props) {
  const t = useTranslate();
  const rows = useMemo(
    () => readPeople(text).map((row) => ({ ...row, errors: checkBody(companion, row.person) })),
    [text],
  );
  const table = useRowsTable(pastedColumns, rows);
  const sound = rows.filter(({ errors }) => !errors);
  const taken = sound.slice(0, left);
  const rest = rows.filter((row) => !taken.includes(row));
  const take = () => {
    onTake(taken.map(({ person }) => person));
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
          ref={focusIt}
          spellCheck={false}
          value={text}
        />
        {rows.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keys
          <section aria-label={t("console.reserve.preview")} className={styles.preview} tabIndex={0}>
            <Table verticalSpacing={4}>
              <TableHead table={table} />
              <TableBody table={table} />
            </Table>
          </section>
        )}
        <Group gap="xs">
          <Button disabled={taken.length === 0} onClick={take}>
            {t("console.reserve.take", { count: taken.length })}
          </Button>
          <Button onClick={onClose} variant="default">
            {t("console.shell.cancel")}
          </Button>
          <Text c={rest.length > 0 ? "var(--mantine-color-error)" : "dimmed"} role="status" size="sm">
            {rows.length > sound.length && t("console.reserve.wrong", { count: rows.length - sound.length })}{" "}
            {sound.length > left && t("console.reserve.tooMany", { count: sound.length - left })}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

const focusIt = (box: HTMLTextAreaElement | null) => box?.focus();
