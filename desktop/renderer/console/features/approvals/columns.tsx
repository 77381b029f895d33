import type { VisitAnswer } from "#contract/visits/visits.ts";
import { DateTime } from "../../components/date-time.tsx";
import { accessor, type Columns } from "../../components/table/columns.ts";
import { choiceColumn } from "../../components/table/row-selection.tsx";
import type { Translate } from "../../lib/language.ts";
import { visitColumns } from "../visits/columns.tsx";

/** What is decided by. When somebody comes and since when it waits say what is urgent, also where not all have room. */
const shown = ["name", "startDate", "createdAt", "host", "purpose", "company", "place"];

/** The columns of what waits for a decision: those of every list of visits, and since when it waits. */
export const approvalColumns = (t: Translate): Columns<VisitAnswer> => {
  const columns: Columns<VisitAnswer> = [
    ...visitColumns(t),
    accessor("createdAt", {
      header: t("console.approvals.since"),
      enableSorting: true,
      cell: ({ row }) => <DateTime at={row.original.createdAt} />,
    }),
  ];
  return [
    choiceColumn(t, ({ name }) => name),
    ...shown.flatMap((id) => columns.filter((column) => column.id === id)),
  ];
};
