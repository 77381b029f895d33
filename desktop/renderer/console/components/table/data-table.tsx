import { Pagination, Paper, Skeleton, Table, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { maxRow } from "#contract/lists.ts";
import { useTranslate } from "../../lib/language.ts";
import { rowSpacing, usePreferences } from "../../lib/preferences.ts";
import { ErrorState } from "../empty-state.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import styles from "./data-table.module.css";
import { TableBody, TableHead } from "./table-parts.tsx";
import { useCorrectedAddress } from "./use-corrected-address.ts";
import type { TableInstance } from "./use-table.ts";

interface Answer {
  readonly data: { readonly total: number; readonly totalCapped: boolean } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

interface Props<Row extends { readonly id: number }> {
  readonly table: TableInstance<Row>;
  readonly caption: string;
  /** The query of the rows. */
  readonly answer: Answer;
  readonly empty: ReactNode;
  readonly selected?: number | undefined;
  /** Shown next to the column menu: export, print. */
  readonly tools?: ReactNode;
}

/** A list with total, tools and pagination (`useListTable`). */
export function DataTable<Row extends { readonly id: number }>(props: Props<Row>) {
  const { table, caption, answer, empty, selected, tools } = props;
  const t = useTranslate();
  const { tableDensity } = usePreferences();
  const { pageIndex, pageSize } = table.state.pagination;
  const isCorrecting = useCorrectedAddress(answer, { page: pageIndex + 1, size: pageSize });
  const data = isCorrecting ? undefined : answer.data;
  const box = useRef<HTMLDivElement>(null);
  // without a sortable (focusable) header the box itself must be focusable for keyboard scrolling
  const isBoxFocusable = !table.getAllLeafColumns().some((column) => column.getCanSort());

  return (
    <Paper className={styles.paper} radius="lg" withBorder>
      <div className={styles.header}>
        <Text c="dimmed" className="tabular" role="status" size="sm">
          {data &&
            t(data.totalCapped ? "console.table.totalCapped" : "console.table.total", {
              total: data.total.toLocaleString(),
            })}
        </Text>
        <div className={styles.tools}>
          {tools}
          <ColumnMenu table={table} />
        </div>
      </div>
      {(answer.isPending || isCorrecting) && <Skeleton height={320} m="md" radius="md" w="auto" />}
      {answer.isError && !answer.data && !isCorrecting && (
        <ErrorState onRetry={() => void answer.refetch()} error={answer.error} />
      )}
      {data && (
        <div
          className={styles.scroll}
          data-stale={answer.isPlaceholderData || undefined}
          onScroll={({ currentTarget }) =>
            currentTarget.toggleAttribute("data-scrolled", currentTarget.scrollLeft > 0)
          }
          ref={box}
          {...(isBoxFocusable && { "aria-label": caption, role: "region", tabIndex: 0 })}
        >
          <Table highlightOnHover stickyHeader verticalSpacing={rowSpacing[tableDensity]}>
            <caption className="visually-hidden">{caption}</caption>
            <TableHead table={table} />
            <TableBody selected={selected} table={table} />
          </Table>
          {table.getRowModel().rows.length === 0 && empty}
        </div>
      )}
      {table.getPageCount() > 1 && (
        <div className={styles.footer}>
          <Pagination
            getControlProps={(control) => ({ "aria-label": t(`console.table.${control}`) })}
            getItemProps={(number) => ({ "aria-label": t("console.table.page", { number }) })}
            onChange={(number) => {
              box.current?.scrollTo({ top: 0 });
              table.setPageIndex(number - 1);
            }}
            total={Math.min(table.getPageCount(), Math.floor(maxRow / pageSize))}
            value={pageIndex + 1}
          />
        </div>
      )}
    </Paper>
  );
}
