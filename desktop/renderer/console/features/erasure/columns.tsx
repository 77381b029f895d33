import { Text } from "@mantine/core";
import type { ErasureRequestAnswer } from "#contract/erasure-requests.ts";
import type { StatusCode } from "#contract/status.ts";
import { RowButton } from "../../components/buttons.tsx";
import { DateTime } from "../../components/date-time.tsx";
import { DaysLeft, StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";

/** The columns of the requests for erasure. @param onOpen shows one */
export function useErasureColumns(onOpen: (id: number) => void): readonly Column<ErasureRequestAnswer>[] {
  const t = useTranslate();
  return [
    {
      id: "requestNo",
      header: t("console.erasure.requestNo"),
      isFixed: true,
      cell: (row) => (
        <RowButton isTabular onOpen={() => onOpen(row.id)}>
          {row.requestNo}
        </RowButton>
      ),
    },
    {
      id: "person",
      header: t("console.erasure.person"),
      cell: (row) =>
        row.state === "open" ? (
          <>
            {row.name || t("console.erasure.byVisits")}
            <Text c="dimmed" className="tabular" size="xs">
              {row.cellPhone}
            </Text>
          </>
        ) : (
          <Text c="dimmed" component="span" size="sm">
            {t("console.erasure.forgotten")}
          </Text>
        ),
    },
    {
      id: "decideBy",
      header: t("console.erasure.decideBy"),
      cell: ({ daysLeft, decideBy, decidedAt, decidedBy }) =>
        daysLeft === null ? (
          <>
            <DateTime at={decidedAt ?? ""} />
            <Text c="dimmed" size="xs">
              {decidedBy?.name}
            </Text>
          </>
        ) : (
          <DaysLeft day={decideBy} days={daysLeft} />
        ),
    },
    {
      id: "found",
      header: t("console.erasure.found"),
      isWide: true,
      cell: ({ state, visits, erasedVisits }) => {
        if (state === "erased") return t("console.erasure.erasedCount", { count: erasedVisits });
        if (state === "refused") return null;
        const open = visits.filter(({ isOpen }) => isOpen).length;
        return (
          <>
            {t("console.access.visits", { count: visits.length })}
            {open > 0 && (
              <Text c="var(--status-rejected)" fw={600} size="xs">
                {t("console.erasure.openCount", { count: open })}
              </Text>
            )}
          </>
        );
      },
    },
    {
      id: "createdAt",
      header: t("console.erasure.createdAt"),
      canSort: true,
      isWide: true,
      cell: ({ createdAt, createdBy }) => (
        <>
          <DateTime at={createdAt} />
          <Text c="dimmed" size="xs">
            {createdBy.name}
          </Text>
        </>
      ),
    },
    { id: "state", header: t("console.visit.status"), cell: ({ state }) => <RequestState state={state} /> },
  ];
}

type State = ErasureRequestAnswer["state"];

/** The colours of the visits' statuses that mean the same. */
const codes: Readonly<Record<State, StatusCode>> = {
  open: "entered",
  erased: "exited",
  refused: "cancelled",
};

export function RequestState({ state }: { readonly state: State }) {
  const t = useTranslate();
  return <StatusBadge code={codes[state]} name={t(`console.erasure.${state}`)} />;
}
