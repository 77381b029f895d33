import { Group, Paper, Stack, Switch, Table, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { CellValue, SheetColumn } from "../../components/export/sheet-file.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./reports.module.css";

interface Props<Row> {
  readonly title: string;
  /** What can be read from it, in a sentence. */
  readonly hint?: string | undefined;
  readonly columns: readonly SheetColumn<Row>[];
  readonly rows: readonly Row[];
  /** How a number of a column is written; as it is unless said. */
  readonly cellText?: (value: CellValue) => string;
  /** Drawn, and not read aloud: the table says the same. */
  readonly children: ReactNode;
}

/** A chart and its table: the one for the eye, the other for who reads with the ear, and for the eye when asked for. */
export function ChartCard<Row>({ title, hint, columns, rows, cellText = String, children }: Props<Row>) {
  const t = useTranslate();
  const [isTable, setIsTable] = useState(false);
  return (
    <Paper aria-label={title} className={styles.card} component="section" p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5">
            {title}
          </Title>
          <Switch
            checked={isTable}
            label={t("console.reports.asTable")}
            onChange={(event) => setIsTable(event.currentTarget.checked)}
            size="xs"
          />
        </Group>
        {hint && (
          <Text c="dimmed" size="sm">
            {hint}
          </Text>
        )}
        {!isTable && <div aria-hidden>{children}</div>}
        <div className={isTable ? styles.table : "visually-hidden"} tabIndex={isTable ? 0 : undefined}>
          <Table aria-label={title} className="tabular">
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ heading }) => (
                  <Table.Th key={heading} scope="col">
                    {heading}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={JSON.stringify(row)}>
                  {columns.map(({ heading, value }) => (
                    <Table.Td key={heading}>{cellText(value(row))}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Stack>
    </Paper>
  );
}
