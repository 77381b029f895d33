import { Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { FlexRender, type RowData } from "@tanstack/react-table";
import { actionsId, headerOf, selectionId } from "./columns.ts";
import styles from "./data-table.module.css";
import type { TableInstance } from "./use-table.ts";

interface Props<Row extends RowData> {
  readonly table: TableInstance<Row>;
}

/** Columns with a header for screen readers only. */
const unnamed = new Set([selectionId, actionsId]);

/** Column headers; sortable ones are buttons. */
export function TableHead<Row extends RowData>({ table }: Props<Row>) {
  return (
    <Table.Thead>
      {table.getHeaderGroups().map((group) => (
        <Table.Tr key={group.id}>
          {group.headers.map((header) => {
            const { column } = header;
            const { meta = {} } = column.columnDef;
            const sorted = column.getIsSorted();
            const Arrow = sorted === "desc" ? IconArrowDown : IconArrowUp;
            return (
              <Table.Th
                aria-sort={sorted ? (sorted === "desc" ? "descending" : "ascending") : undefined}
                data-actions={column.id === actionsId || undefined}
                data-selection={column.id === selectionId || undefined}
                data-wide={meta.isWide || undefined}
                key={header.id}
                data-min-width={meta.minWidth}
                scope="col"
              >
                {unnamed.has(column.id) ? (
                  <span className="visually-hidden">{headerOf(column)}</span>
                ) : column.getCanSort() ? (
                  <UnstyledButton className={styles.sort} onClick={column.getToggleSortingHandler()}>
                    <FlexRender header={header} />
                    {sorted && <Arrow aria-hidden size={14} />}
                  </UnstyledButton>
                ) : (
                  <FlexRender header={header} />
                )}
              </Table.Th>
            );
          })}
        </Table.Tr>
      ))}
    </Table.Thead>
  );
}

interface BodyProps<Row extends RowData> extends Props<Row> {
  /** Id of the row with the open drawer. */
  readonly selected?: number | undefined;
}

export function TableBody<Row extends RowData>({ table, selected }: BodyProps<Row>) {
  return (
    <Table.Tbody>
      {table.getRowModel().rows.map((row) => (
        <Table.Tr data-row data-selected={row.id === String(selected) || undefined} key={row.id}>
          {row.getVisibleCells().map((cell) => {
            const { meta = {} } = cell.column.columnDef;
            return (
              <Table.Td
                className={meta.isTabular ? "tabular" : undefined}
                data-actions={cell.column.id === actionsId || undefined}
                data-selection={cell.column.id === selectionId || undefined}
                data-tabular={meta.isTabular || undefined}
                data-label={meta.isLabelled ? headerOf(cell.column) : undefined}
                data-wide={meta.isWide || undefined}
                key={cell.id}
              >
                <FlexRender cell={cell} />
              </Table.Td>
            );
          })}
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
