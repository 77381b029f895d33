/** When something happened, as the lists of events and of the access log have it; it opens what happened. */
import { Anchor } from "@mantine/core";
import type { Translate } from "../../lib/language.ts";
import { DateTime } from "../date-time.tsx";
import { accessor, type Column } from "./columns.ts";

interface Logged {
  readonly id: number;
  /** Wall time. */
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
