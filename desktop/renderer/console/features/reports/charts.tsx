import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { Group, Paper, Stack, Switch, Table, Text, Title } from "@mantine/core";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useState } from "react";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { type ColumnFactory, useRowsTable } from "../../components/table/use-table.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { numberText, outcomeColours } from "./labels.ts";
import styles from "./reports.module.css";

interface Props<Row extends RowData> {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly columns: ColumnFactory<Row>;
  readonly rows: readonly Row[];
  /** The chart, hidden from screen readers: the table has the same content. */
  readonly children: ReactNode;
}

/** Formats numbers in the user's language. */
function NumberCell({ getValue }: { readonly getValue: () => unknown }) {
  const language = useLanguage();
  const value = getValue();
  return typeof value === "number" ? numberText(value, language) : String(value ?? "–");
}

const defaultColumn = { cell: NumberCell };

/** A chart with an equivalent table: for screen readers, and shown instead of the chart on request. */
export function ChartCard<Row extends RowData>({ title, hint, columns, rows, children }: Props<Row>) {
  const t = useTranslate();
  const table = useRowsTable(columns, rows, { defaultColumn });
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

export const noAnimation = { isAnimationActive: false };

interface HourProps {
  readonly hours: readonly { readonly hour: number; readonly arrived: number }[];
}

/** Check-ins per hour. */
export function HourBars({ hours }: HourProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <BarChart
      accessibilityLayer={false}
      barProps={noAnimation}
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
