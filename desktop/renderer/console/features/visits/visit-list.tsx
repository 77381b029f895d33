import { Text } from "@mantine/core";
import { statusCodes } from "#contract/status.ts";
import type { VisitAnswer } from "#contract/visits.ts";
import { RowButton } from "../../components/buttons.tsx";
import { Period } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import filters from "../../components/table/filters.module.css";
import { ChoiceFilter, PeriodFields, SearchField } from "../../components/table/filters.tsx";
import { useTranslate } from "../../lib/language.ts";
import { heldPasses, partyLabel } from "./labels.ts";
import type { VisitsSearch } from "./search.ts";
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
            {[row.position, partyLabel(row, t)].filter(Boolean).join(" · ")}
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

type Filters = Pick<VisitsSearch, "q" | "status" | "from" | "to">;

interface Props {
  readonly search: Filters;
  readonly onSearch: (change: Filters) => void;
  /** The list holds visits of one status only. */
  readonly hasStatus: boolean;
}

/** What a list of visits is narrowed by: text, status, period. */
export function VisitFilters({ search, onSearch, hasStatus }: Props) {
  const t = useTranslate();
  return (
    <div className={filters.periodFilters}>
      <SearchField
        hint={t("console.search.hint")}
        label={t("console.search.label")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      {hasStatus && (
        <ChoiceFilter
          placeholder={t("console.visits.anyStatus")}
          label={t("console.visit.status")}
          nameOf={(choice) => t(`status.${choice}`)}
          onChange={(status) => onSearch({ status })}
          value={search.status}
          choices={statusCodes}
        />
      )}
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
