import { Table } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { listBlockedContent } from "#contract/privacy/events.ts";
import { Section } from "../../components/section.tsx";
import { accessor, type Columns, figures } from "../../components/table/columns.ts";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { read } from "../../lib/api.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";

type Blocked = z.output<typeof listBlockedContent.response>[number];

const blockedQuery = queryOptions({
  queryKey: ["events", "blocked"],
  queryFn: ({ signal }) => read(listBlockedContent, {}, signal),
  staleTime: 0,
});

const columns = (t: Translate): Columns<Blocked> => [
  accessor("directive", { header: t("console.events.directive") }),
  accessor("blocked", { header: t("console.events.source") }),
  accessor("page", { header: t("console.events.page") }),
  {
    id: "count",
    header: t("console.events.count"),
    accessorFn: ({ count }) => count.toLocaleString(),
    meta: figures,
  },
  accessor("lastAt", { header: t("console.events.lastAt"), meta: figures }),
];

const noRows: Blocked[] = [];

/** Content that browsers blocked on our pages (CSP reports); renders nothing without reports. */
export function BlockedContent() {
  const t = useTranslate();
  const { data = noRows } = useQuery(blockedQuery);
  const table = useRowsTable(columns, data, {
    getRowId: ({ directive, blocked, page }) => `${directive} ${blocked} ${page}`,
  });
  if (data.length === 0) return null;
  return (
    <Section hint={t("console.events.blockedHint")} title={t("console.events.blocked")}>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <TableHead table={table} />
          <TableBody table={table} />
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
