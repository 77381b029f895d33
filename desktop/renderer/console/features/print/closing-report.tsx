import { useMemo } from "react";
import type { DayClosingAnswer } from "#contract/visits/day-closings.ts";
import { accessor, type Columns } from "../../components/table/columns.ts";
import { useRowsTable } from "../../components/table/use-table.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { SheetHead, SheetTable, Signatures } from "./sheet-parts.tsx";

const kinds = ["inside", "overnight", "passesOut", "carPassesOut"] as const;

type KindRow = DayClosingAnswer[(typeof kinds)[number]] & { readonly kind: (typeof kinds)[number] };

const closingColumns = (t: Translate): Columns<KindRow> => [
  {
    id: "kind",
    header: t("console.closing.kind"),
    accessorFn: ({ kind }) => t(`console.closing.kind_${kind}`),
    meta: { paperWidth: "25%" },
  },
  accessor("count", {
    header: t("console.closing.count"),
    meta: { paperWidth: "15%", isNumber: true },
  }),
  {
    id: "visits",
    header: t("console.visit.reserveNo"),
    accessorFn: ({ visits }) => visits.map(({ id, reserveNo }) => reserveNo ?? `#${id}`).join(", "),
    meta: { paperWidth: "60%" },
  },
];

/** 마감 보고서: counts of a closing and its open visits by reservation number, without names of visitors. */
export function ClosingReport({ closing }: { readonly closing: DayClosingAnswer }) {
  const t = useTranslate();
  const { day, closedAt, closedBy, reopened } = closing;
  const rows = useMemo(() => kinds.map((kind) => ({ kind, ...closing[kind] })), [closing]);
  const table = useRowsTable(closingColumns, rows, { getRowId: ({ kind }) => kind });
  return (
    <article className={`${styles.sheet} ${styles.portrait}`}>
      <SheetHead
        about={t("console.closing.closedBy", { at: closedAt, name: closedBy.name })}
        day={day}
        title={t("console.print.closing")}
      />
      {reopened && (
        <p>
          {t("console.closing.reopenedBy", {
            at: reopened.at,
            name: reopened.by.name,
            reason: reopened.reason,
          })}
        </p>
      )}
      <SheetTable table={table} />
      <Signatures />
    </article>
  );
}
