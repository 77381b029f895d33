import { Button, Text } from "@mantine/core";
import type { ErasureRequestAnswer } from "#contract/privacy/erasure-requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { RowButton } from "../../components/buttons.tsx";
import { DateTime } from "../../components/date-time.tsx";
import { DaysLeft, StatusBadge } from "../../components/status-badge.tsx";
import { accessor, actionsId, type Columns, wide } from "../../components/table/columns.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

export const erasureColumns = (t: Translate): Columns<ErasureRequestAnswer> => [
  {
    id: "requestNo",
    header: t("console.erasure.requestNo"),
    enableHiding: false,
    cell: ({ row, table }) => (
      <RowButton isTabular onOpen={() => table.options.meta?.onOpen?.(row.original.id)}>
        {row.original.requestNo}
      </RowButton>
    ),
  },
  {
    id: "person",
    header: t("console.erasure.person"),
    cell: ({ row: { original } }) =>
      original.state === "open" ? (
        <>
          {original.name || t("console.erasure.byVisits")}
          <Text c="dimmed" className="tabular" size="xs">
            {original.cellPhone}
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
    cell: ({ row: { original } }) =>
      original.daysLeft === null ? (
        <>
          <DateTime at={original.decidedAt ?? ""} />
          <Text c="dimmed" size="xs">
            {original.decidedBy?.name}
          </Text>
        </>
      ) : (
        <DaysLeft day={original.decideBy} days={original.daysLeft} />
      ),
  },
  {
    id: "found",
    header: t("console.erasure.found"),
    meta: wide,
    cell: ({ row }) => {
      const { state, visits, erasedVisits } = row.original;
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
  accessor("createdAt", {
    header: t("console.erasure.createdAt"),
    enableSorting: true,
    meta: wide,
    cell: ({ row: { original } }) => (
      <>
        <DateTime at={original.createdAt} />
        <Text c="dimmed" size="xs">
          {original.createdBy.name}
        </Text>
      </>
    ),
  }),
  {
    id: "state",
    header: t("console.visit.status"),
    cell: ({ row }) => <RequestState state={row.original.state} />,
  },
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row: { original }, table }) =>
      original.state === "open" && (
        <DecideButton
          onOpen={() => table.options.meta?.onOpen?.(original.id)}
          requestNo={original.requestNo}
        />
      ),
  },
];

interface DecideButtonProps {
  readonly requestNo: string;
  readonly onOpen: () => void;
}

/** Opens the drawer, where the request is decided. */
function DecideButton({ requestNo, onOpen }: DecideButtonProps) {
  const t = useTranslate();
  if (!may(useCurrentUser(), "privacy")) return null;
  return (
    <Button
      aria-label={t("console.erasure.decideOne", { no: requestNo })}
      onClick={onOpen}
      size="compact-sm"
      variant="default"
    >
      {t("console.erasure.decide")}
    </Button>
  );
}

type State = ErasureRequestAnswer["state"];

/** Visit statuses whose colours stand for each state. */
const stateCodes: Readonly<Record<State, StatusCode>> = {
  open: "entered",
  erased: "exited",
  refused: "cancelled",
};

export function RequestState({ state }: { readonly state: State }) {
  const t = useTranslate();
  return <StatusBadge code={stateCodes[state]} name={t(`console.erasure.${state}`)} />;
}
