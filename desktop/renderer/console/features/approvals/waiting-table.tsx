import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { ChooseAll } from "../../components/table/row-selection.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { useSelection } from "../../components/table/use-selection.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { visitListQuery } from "../visits/queries.ts";
import { type ApprovalsSearch, approvalsSize, askOf, askOfApprovals } from "../visits/search.ts";
import { approvalColumns } from "./columns.tsx";
import { DecideBar, DecideResult } from "./decide-bar.tsx";
import type { Decided } from "./use-decisions.ts";

const canDecide = ({ actions }: VisitAnswer): boolean => actions.includes("approve");

interface Props {
  readonly search: ApprovalsSearch;
  readonly onSearch: (change: Partial<ApprovalsSearch>) => void;
  readonly onOpen: (id: number) => void;
}

/** All that waits for a decision, whoever the host is, for those who decide about all: several at once. */
export function WaitingTable({ search, onSearch, onOpen }: Props) {
  const t = useTranslate();
  const [decided, setDecided] = useState<Decided>();
  const { list, ask } = askOfApprovals(search, true);
  const answer = useQuery(visitListQuery(list, ask, useLanguage()));
  const selection = useSelection({
    ask: askOf(search),
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
    selection.keep(next.left.map(({ id }) => id));
  };
  return (
    <Stack gap="sm">
      {decided && <DecideResult decided={decided} onClose={() => setDecided(undefined)} />}
      <ChooseAll table={table} />
      {selection.chosen.length > 0 && (
        <DecideBar
          chosen={selection.chosen}
          onDone={finish}
          onUnchoose={() => selection.keep([])}
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
