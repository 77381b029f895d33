import { Text } from "@mantine/core";
import { type TrashRow, trashStates } from "#contract/privacy-trash.ts";
import { RowButton } from "../../components/buttons.tsx";
import { Period } from "../../components/date-time.tsx";
import { DaysLeft, StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import styles from "../../components/table/filters.module.css";
import { ChoiceFilter, PeriodFields, SearchField } from "../../components/table/filters.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { TrashSearch } from "./search.ts";

/** The columns of the trash. @param onOpen shows the visit of a row that is not hidden */
export function useTrashColumns(onOpen: (id: number) => void): readonly Column<TrashRow>[] {
  const t = useTranslate();
  return [
    {
      id: "name",
      header: t("console.visit.visitor"),
      canSort: true,
      isFixed: true,
      cell: (row) => (
        <>
          {row.state === "due" ? (
            <RowButton onOpen={() => onOpen(row.id)}>{row.name}</RowButton>
          ) : (
            <Text component="span" fw={600}>
              {row.name}
            </Text>
          )}
          <Text c="dimmed" size="xs">
            {[
              row.company,
              row.followersCnt > 0 && t("console.visit.andOthers", { count: row.followersCnt }),
              row.leaderId !== null && t("console.trash.companion"),
            ]
              .filter(Boolean)
              .join(" · ")}
          </Text>
        </>
      ),
    },
    {
      id: "destroyOn",
      header: t("console.trash.erasedOn"),
      canSort: true,
      isFixed: true,
      cell: (row) => (
        <>
          <DaysLeft day={row.erasedOn} days={row.daysLeft} />
          {row.blocked && (
            <Text c="var(--status-rejected)" fw={600} size="xs">
              {t(`console.trash.blocked.${row.blocked}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      id: "state",
      header: t("console.trash.state"),
      cell: (row) => (
        <>
          {t(`console.trash.${row.state}`)}
          {row.hiddenAt && (
            <Text c="dimmed" className="tabular" size="xs">
              {row.hiddenAt}
            </Text>
          )}
        </>
      ),
    },
    {
      id: "startDate",
      header: t("console.visit.period"),
      canSort: true,
      isWide: true,
      cell: (row) => <Period end={row.endDate} start={row.startDate} />,
    },
    {
      id: "kept",
      header: t("console.trash.keptUntil"),
      isWide: true,
      cell: (row) => <span className="tabular">{row.destroyOn}</span>,
    },
    {
      id: "status",
      header: t("console.visit.status"),
      isWide: true,
      cell: (row) => <StatusBadge code={row.statusCode} name={row.status.name} />,
    },
    {
      id: "reserveNo",
      header: t("console.visit.reserveNo"),
      isWide: true,
      cell: (row) => <span className="tabular">{row.reserveNo}</span>,
    },
  ];
}

interface Props {
  readonly search: TrashSearch;
  readonly onSearch: (change: Partial<TrashSearch>) => void;
}

/** What the trash is narrowed by: text, state, period of the visits. */
export function TrashFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.periodFilters}>
      <SearchField
        hint={t("console.search.hint")}
        label={t("console.search.label")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <ChoiceFilter
        placeholder={t("console.trash.anyState")}
        label={t("console.trash.state")}
        nameOf={(choice) => t(`console.trash.${choice}`)}
        onChange={(state) => onSearch({ state })}
        value={search.state}
        choices={trashStates}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
