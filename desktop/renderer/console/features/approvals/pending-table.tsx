import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { DateTime } from "../../components/date-time.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { accessor, type Columns } from "../../components/table/columns.ts";
import { DataTable } from "../../components/table/data-table.tsx";
import { SelectAll, selectionColumn } from "../../components/table/row-selection.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { useSelection } from "../../components/table/use-selection.ts";
import { type Translate, useLanguage, useTranslate } from "../../lib/language.ts";
import { visitColumns } from "../visits/columns.tsx";
import { visitListQuery } from "../visits/queries.ts";
import {
  type ApprovalsSearch,
  approvalListParams,
  approvalsSize,
  visitListParams,
} from "../visits/search.ts";
import { DecideBar, DecideResult } from "./decide-bar.tsx";
import type { Decided } from "./use-decisions.ts";

const canDecide = ({ actions }: VisitAnswer): boolean => actions.includes("approve");

/** Columns in order; start and waiting time come early, so that they stay visible on narrow screens. */
const shown = ["name", "startDate", "createdAt", "host", "purpose", "company", "place"];

/** Columns of visit lists, plus the time of the request. */
const approvalColumns = (t: Translate): Columns<VisitAnswer> => {
  const columns: Columns<VisitAnswer> = [
    ...visitColumns(t),
    accessor("createdAt", {
      header: t("console.approvals.since"),
      enableSorting: true,
      cell: ({ row }) => <DateTime at={row.original.createdAt} />,
    }),
  ];
  return [
    selectionColumn(t, ({ name }) => name),
    ...shown.flatMap((id) => columns.filter((column) => column.id === id)),
  ];
};

interface Props {
  readonly search: ApprovalsSearch;
  readonly onSearch: (change: Partial<ApprovalsSearch>) => void;
  readonly onOpen: (id: number) => void;
}

/** Pending requests of all hosts, for users who may decide them all, with bulk actions. */
export function PendingTable({ search, onSearch, onOpen }: Props) {
  const t = useTranslate();
  const [decided, setDecided] = useState<Decided>();
  const { list, listParams } = approvalListParams(search, true);
  const answer = useQuery(visitListQuery(list, listParams, useLanguage()));
  const selection = useSelection({
    listParams: visitListParams(search),
    rows: answer.data?.rows,
    canSelect: canDecide,
  });
  const table = useListTable({
    name: "approvals",
    columns: approvalColumns,
    selection,
    data: answer.data,
    search: { ...search, size: approvalsSize },
    onSearch,
    meta: { onOpen },
  });
  const finish = (next: Decided) => {
    setDecided(next);
    selection.keep(next.notSent.map(({ id }) => id));
  };
  return (
    <Stack gap="sm">
      {decided && <DecideResult decided={decided} onClose={() => setDecided(undefined)} />}
      <SelectAll table={table} />
      {selection.chosen.length > 0 && (
        <DecideBar
          chosen={selection.chosen}
          onDone={finish}
          onClear={() => selection.keep([])}
          pages={selection.pages}
        />
      )}
      <DataTable
        answer={answer}
        caption={t("console.approvals.waiting")}
        empty={
          <EmptyState title={t("console.approvals.waitingNone")}>
            {t("console.approvals.waitingNoneText")}
          </EmptyState>
        }
        selected={search.visit}
        table={table}
      />
    </Stack>
  );
}
