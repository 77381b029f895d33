import { Text } from "@mantine/core";
import { timeOf } from "#browser/formats.ts";
import type { VisitAnswer } from "#contract/visits.ts";
import { RowButton } from "../../components/buttons.tsx";
import { type Columns, figures, wide, wideFigures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { hostColumn, statusColumn } from "../visits/columns.tsx";
import { heldPasses, partyLabel } from "../visits/labels.ts";

/** The columns of the day's lists. */
export const boardColumns = (t: Translate): Columns<VisitAnswer> => [
  {
    id: "time",
    header: t("console.visit.time"),
    meta: figures,
    cell: ({ row: { original } }) => (
      <>
        {timeOf(original.startDate)}
        <Text c="dimmed" component="span" size="xs">
          –{timeOf(original.endDate)}
        </Text>
      </>
    ),
  },
  {
    id: "name",
    header: t("console.visit.visitor"),
    cell: ({ row: { original }, table }) => (
      <>
        <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
        <Text c="dimmed" size="xs">
          {[original.company, original.carNumber, partyLabel(original, t)].filter(Boolean).join(" · ")}
        </Text>
      </>
    ),
  },
  hostColumn(t),
  {
    id: "place",
    header: t("console.visit.placePurpose"),
    meta: wide,
    cell: ({ row: { original } }) => (
      <>
        {original.accessiblePlace?.name}
        <Text c="dimmed" size="xs">
          {original.purpose.name}
        </Text>
      </>
    ),
  },
  { id: "pass", header: t("console.visit.pass"), accessorFn: heldPasses, meta: wideFigures },
  statusColumn(t),
];
