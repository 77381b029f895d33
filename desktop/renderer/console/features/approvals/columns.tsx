import type { VisitAnswer } from "#contract/visits/visits.ts";
import { DateTime } from "../../components/date-time.tsx";
import { accessor, type Columns } from "../../components/table/columns.ts";
import { choiceColumn } from "../../components/table/row-selection.tsx";
import type { Translate } from "../../lib/language.ts";
import { visitColumns } from "../visits/columns.tsx";

/** What is decided by: who, when, to whom, where, what for, and since when it waits. */
const shared = ["name", "company", "startDate", "host", "purpose", "place"];

/** On the screen the wait stands beside the visit's time: both say what is urgent, also where not all columns have room. */
export const approvalOrder = ["name", "startDate", "createdAt", "host", "purpose", "company", "place"];

/** The columns of what waits for a decision: those of every list of visits, and since when it waits. */
export const approvalColumns = (t: Translate): Columns<VisitAnswer> => {
  const columns = visitColumns(t);
  return [
    choiceColumn(t, ({ name }) => name),
    ...shared.flatMap((id) => columns.filter((column) => column.id === id)),
    accessor("createdAt", {
      header: t("console.approvals.since"),
      enableSorting: true,
      cell: ({ row }) => <DateTime at={row.original.createdAt} />,
    }),
  ];
};
