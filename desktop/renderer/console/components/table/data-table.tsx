import { Pagination, Paper, Skeleton, Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import {
  columnVisibilityFeature,
  createColumnHelper,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useTranslate } from "../../lib/language.ts";
import { usePreferences } from "../../lib/preferences.ts";
import { ErrorState } from "../empty-state.tsx";
import { ColumnMenu, rowSpacing, useColumnChoice } from "./column-menu.tsx";
import styles from "./data-table.module.css";
import type { ListSearch } from "./list-search.ts";

const features = tableFeatures({ columnVisibilityFeature, rowPaginationFeature, rowSortingFeature });

/** A column as a list declares it. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The server sorts by it. */
  readonly canSort?: boolean;
  /** Not shown on a phone. */
  readonly isWide?: boolean;
  /** Cannot be hidden: it is what opens the row. */
  readonly isFixed?: boolean;
}

interface Answer<Row> {
  readonly data: { readonly rows: Row[]; readonly total: number; readonly totalCapped: boolean } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

interface Props<Row extends { readonly id: number }> {
  /** Names the list: its column choice is remembered under it. */
  readonly name: string;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly answer: Answer<Row>;
  readonly search: ListSearch;
  readonly onSearch: (change: ListSearch) => void;
  readonly empty: ReactNode;
  readonly selected?: number | undefined;
  /** Stands beside the column choice: export, print. */
  readonly tools?: ReactNode;
}

const defaultSize = 20;
const noRows: never[] = [];

/** A list that the server pages and sorts; its state is the caller's, in the address. */
export function DataTable<Row extends { readonly id: number }>(props: Props<Row>) {
  const { name, caption, columns, answer, search, onSearch, empty, selected, tools } = props;
  const t = useTranslate();
  const { tableDensity } = usePreferences();
  const [visibility, setVisibility] = useColumnChoice(name);
  const { page = 1, size = defaultSize, sort } = search;
  const helper = createColumnHelper<typeof features, Row>();
  const table = useTable({
    features,
    // columns for display only: the table would not sort by them itself, so that `canSort` is asked of ours
    columns: columns.map(({ id, header, isFixed = false }) =>
      helper.display({ id, header, enableHiding: !isFixed }),
    ),
    data: answer.data?.rows ?? noRows,
    getRowId: (row) => String(row.id),
    rowCount: answer.data?.total ?? 0,
    manualPagination: true,
    manualSorting: true,
    state: {
      columnVisibility: visibility,
      pagination: { pageIndex: page - 1, pageSize: size },
      sorting: sort ? [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }] : [],
    },
  });
  const columnOf = (id: string) => columns.find((column) => column.id === id);
  const nextSort = (id: string) => (sort === id ? `-${id}` : id);
  const pages = Math.max(1, Math.ceil((answer.data?.total ?? 0) / size));

  return (
    <Paper className={styles.paper} radius="lg" withBorder>
      <div className={styles.bar}>
        <Text c="dimmed" className="tabular" role="status" size="sm">
          {answer.data &&
            t(answer.data.totalCapped ? "console.table.totalCapped" : "console.table.total", {
              total: answer.data.total.toLocaleString(),
            })}
        </Text>
        <div className={styles.tools}>
          {tools}
          <ColumnMenu columns={columns} onChange={setVisibility} visibility={visibility} />
        </div>
      </div>
      {answer.isPending && <Skeleton height={320} m="md" radius="md" w="auto" />}
      {answer.isError && !answer.data && (
        <ErrorState again={() => void answer.refetch()} error={answer.error} />
      )}
      {answer.data && (
        <div className={styles.scroll} data-stale={answer.isPlaceholderData || undefined}>
          <Table highlightOnHover stickyHeader verticalSpacing={rowSpacing[tableDensity]}>
            <caption className="visually-hidden">{caption}</caption>
            <Table.Thead>
              {table.getHeaderGroups().map((group) => (
                <Table.Tr key={group.id}>
                  {group.headers.map(({ id, column }) => {
                    const sorted = column.getIsSorted();
                    const Arrow = sorted === "desc" ? IconArrowDown : IconArrowUp;
                    return (
                      <Table.Th
                        aria-sort={sorted ? (sorted === "desc" ? "descending" : "ascending") : undefined}
                        className={columnOf(id)?.isWide ? styles.wide : undefined}
                        key={id}
                      >
                        {columnOf(id)?.canSort ? (
                          <UnstyledButton
                            className={styles.sort}
                            onClick={() => onSearch({ sort: nextSort(id) })}
                          >
                            {columnOf(id)?.header}
                            {sorted && <Arrow aria-hidden size={14} />}
                          </UnstyledButton>
                        ) : (
                          columnOf(id)?.header
                        )}
                      </Table.Th>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Thead>
            <Table.Tbody>
              {table.getRowModel().rows.map((row) => (
                <Table.Tr className={row.original.id === selected ? styles.selected : undefined} key={row.id}>
                  {row.getVisibleCells().map(({ id, column }) => (
                    <Table.Td className={columnOf(column.id)?.isWide ? styles.wide : undefined} key={id}>
                      {columnOf(column.id)?.cell(row.original)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {answer.data.rows.length === 0 && empty}
        </div>
      )}
      {pages > 1 && (
        <div className={styles.foot}>
          <Pagination
            getControlProps={(control) => ({ "aria-label": t(`console.table.${control}`) })}
            getItemProps={(number) => ({ "aria-label": t("console.table.page", { number }) })}
            onChange={(number) => onSearch({ page: number })}
            total={Math.min(pages, Math.floor(10_000 / size))}
            value={page}
          />
        </div>
      )}
    </Paper>
  );
}
