/** Time column of event and access log; opens the entry. */
import { Anchor } from "@mantine/core";
import type { Translate } from "../../lib/language.ts";
import { DateTime } from "../date-time.tsx";
import { accessor, type Column } from "./columns.ts";

interface Logged {
  readonly id: number;
  /** Local time. */
  readonly at: string;
}

export const dateTimeColumn = <Row extends Logged>(t: Translate): Column<Row> =>
  accessor("at", {
    header: t("console.access.at"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original }, table }) => (
      <Anchor
        component="button"
        onClick={() => table.options.meta?.onOpen?.(original.id)}
        ta="left"
        type="button"
      >
        <DateTime at={original.at} />
      </Anchor>
    ),
  });
