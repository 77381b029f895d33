import { Anchor } from "@mantine/core";
import type { Pass } from "#contract/passes.ts";
import { RowButton } from "../../components/buttons.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";

interface Handlers {
  readonly onOpen: (id: number) => void;
  readonly onOpenVisit: (id: number) => void;
}

/** The columns of both lists of passes. */
export function usePassColumns({ onOpen, onOpenVisit }: Handlers): readonly Column<Pass>[] {
  const t = useTranslate();
  return [
    {
      id: "passNo",
      header: t("console.passes.passNo"),
      canSort: true,
      isFixed: true,
      cell: (row) => (
        <RowButton isTabular onOpen={() => onOpen(row.id)}>
          {row.passNo}
        </RowButton>
      ),
    },
    { id: "kind", header: t("console.passes.kind"), canSort: true, isWide: true, cell: (row) => row.kind },
    {
      id: "status",
      header: t("console.visit.status"),
      canSort: true,
      cell: (row) => <PassStatus status={row.status} />,
    },
    {
      id: "holder",
      header: t("console.passes.holder"),
      cell: ({ visit }) =>
        visit && (
          <Anchor component="button" onClick={() => onOpenVisit(visit.id)} ta="left" type="button">
            {visit.name}
          </Anchor>
        ),
    },
    {
      id: "updatedAt",
      header: t("console.passes.updatedAt"),
      canSort: true,
      isWide: true,
      cell: (row) => <span className="tabular">{row.updatedAt}</span>,
    },
  ];
}

/** The tints of the visits' badges: ready, out, gone, put away. */
const tints = { available: "approved", issued: "entered", lost: "rejected", retired: "ended" } as const;

export function PassStatus({ status }: { readonly status: Pass["status"] }) {
  const t = useTranslate();
  return <StatusBadge code={tints[status]} name={t(`console.passes.${status}`)} />;
}
