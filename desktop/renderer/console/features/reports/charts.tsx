import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { Group, Paper, Stack, Switch, Table, Text, Title } from "@mantine/core";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useState } from "react";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { type ColumnsIn, useRowsTable } from "../../components/table/use-table.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { numberText, outcomeColours } from "./labels.ts";
import styles from "./reports.module.css";

interface Props<Row extends RowData> {
  readonly title: string;
  /** What can be read from it, in a sentence. */
  readonly hint?: string | undefined;
  readonly columns: ColumnsIn<Row>;
  readonly rows: readonly Row[];
  /** Drawn, and not read aloud: the table says the same. */
  readonly children: ReactNode;
}

/** Figures as the language writes them. */
function FigureCell({ getValue }: { readonly getValue: () => unknown }) {
  const language = useLanguage();
  const value = getValue();
  return typeof value === "number" ? numberText(value, language) : String(value ?? "–");
}

const figures = { cell: FigureCell };

/** A chart and its table: the one for the eye, the other for who reads with the ear, and for the eye when asked for. */
export function ChartCard<Row extends RowData>({ title, hint, columns, rows, children }: Props<Row>) {
  const t = useTranslate();
  const table = useRowsTable(columns, rows, { defaultColumn: figures });
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
            <TableHead table={table} />
            <TableBody table={table} />
          </Table>
        </div>
      </Stack>
    </Paper>
  );
}

/** Nothing moves of itself on a page of figures. */
export const still = { isAnimationActive: false };

interface HourProps {
  readonly hours: readonly { readonly hour: number; readonly arrived: number }[];
}

/** Entries by the hour. */
export function HourBars({ hours }: HourProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <BarChart
      accessibilityLayer={false}
      barProps={still}
      data={[...hours]}
      dataKey="hour"
      h={240}
      maxBarWidth={28}
      series={[{ name: "arrived", label: t("console.reports.arrived"), color: outcomeColours.arrived }]}
      tickLine="none"
      valueFormatter={(value) => numberText(value, language)}
      yAxisProps={{ allowDecimals: false, width: 48 }}
    />
  );
}
