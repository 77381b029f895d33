import { Text } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits.ts";
import { Period } from "../../components/period.tsx";
import { RowButton } from "../../components/row-button.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";
import { heldPasses, partyWords } from "./visit-labels.ts";
import styles from "./visits.module.css";

/** The columns of every list of visits. */
export function useVisitColumns(onOpen: (id: number) => void): readonly Column<VisitAnswer>[] {
  const t = useTranslate();
  return [
    {
      id: "name",
      header: t("console.visit.visitor"),
      canSort: true,
      isFixed: true,
      cell: (row) => (
        <>
          <RowButton onOpen={() => onOpen(row.id)}>{row.name}</RowButton>
          <Text c="dimmed" size="xs">
            <span className={styles.narrow}>{[row.company, row.carNumber].filter(Boolean).join(" · ")} </span>
            {[row.position, partyWords(row, t)].filter(Boolean).join(" · ")}
          </Text>
        </>
      ),
    },
    {
      id: "company",
      header: t("console.visit.company"),
      canSort: true,
      isWide: true,
      cell: (row) => row.company,
    },
    {
      id: "startDate",
      header: t("console.visit.period"),
      canSort: true,
      cell: (row) => <Period end={row.endDate} start={row.startDate} />,
    },
    {
      id: "host",
      header: t("console.visit.host"),
      isWide: true,
      cell: (row) => (
        <>
          {row.hostUser.name}
          <Text c="dimmed" size="xs">
            {row.hostUser.department}
          </Text>
        </>
      ),
    },
    { id: "place", header: t("console.visit.place"), isWide: true, cell: (row) => row.accessiblePlace?.name },
    { id: "purpose", header: t("console.visit.purpose"), isWide: true, cell: (row) => row.purpose.name },
    { id: "car", header: t("console.visit.carNumber"), isWide: true, cell: (row) => row.carNumber },
    {
      id: "pass",
      header: t("console.visit.pass"),
      isWide: true,
      cell: (row) => heldPasses(row),
    },
    {
      id: "reserveNo",
      header: t("console.visit.reserveNo"),
      canSort: true,
      isWide: true,
      cell: (row) => <span className="tabular">{row.reserveNo}</span>,
    },
    {
      id: "status",
      header: t("console.visit.status"),
      cell: (row) => (
        <>
          <StatusBadge code={row.statusCode} name={row.status.name} />
          {row.overdue && (
            <Text c="var(--status-rejected)" fw={600} size="xs">
              {t("console.visit.overdue")}
            </Text>
          )}
        </>
      ),
    },
  ];
}
