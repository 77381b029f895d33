import { useMemo } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { type StaffMonth, type StaffRow, staffColumns } from "./columns.tsx";
import { readerId } from "./labels.ts";

interface Props {
  readonly readers: readonly StaffMonth[];
  readonly answer: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly selected: number | undefined;
  readonly onOpen: (id: number) => void;
}

const rowsOf = (readers: readonly StaffMonth[]): StaffRow[] =>
  readers
    .map((reader) => ({ ...reader, id: readerId(reader) }))
    .sort((one, other) => other.unusual.length - one.unusual.length || other.calls - one.calls);

/** All readers of a month on one page: most flags first, then most calls. */
export function StaffTable({ readers, answer, selected, onOpen }: Props) {
  const t = useTranslate();
  const rows = useMemo(() => rowsOf(readers), [readers]);
  const data = { rows, total: rows.length, totalCapped: false };
  const table = useListTable({
    name: "accessReview",
    columns: staffColumns,
    data,
    meta: { onOpen },
  });
  return (
    <DataTable
      answer={{ ...answer, data }}
      caption={t("console.access.byStaff")}
      empty={<EmptyState title={t("console.access.nobody")} />}
      selected={selected}
      table={table}
    />
  );
}
