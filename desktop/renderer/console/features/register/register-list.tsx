import { Text } from "@mantine/core";
import { type Destruction, destructionReasons } from "#contract/privacy-trash.ts";
import { DateTime } from "../../components/date-time.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import styles from "../../components/table/filters.module.css";
import { ChoiceFilter, PeriodFields, SearchField } from "../../components/table/filters.tsx";
import { useTranslate } from "../../lib/language.ts";
import { doerOf, keptDays, visitNumbers } from "./register.ts";
import type { RegisterSearch } from "./search.ts";

const tabular = (text: string | number) => <span className="tabular">{text}</span>;

/** More of them are told apart on paper and in the file. */
const longest = 60;

export function useRegisterColumns(): readonly Column<Destruction>[] {
  const t = useTranslate();
  return [
    {
      id: "at",
      header: t("console.register.at"),
      canSort: true,
      isFixed: true,
      cell: ({ id, at }) => (
        <>
          <DateTime at={at} />
          <Text c="dimmed" className="tabular" size="xs">
            {t("console.register.no", { id })}
          </Text>
        </>
      ),
    },
    { id: "why", header: t("console.register.why"), cell: ({ why }) => t(`console.register.${why}`) },
    { id: "by", header: t("console.register.by"), cell: (row) => doerOf(row, t) },
    { id: "visits", header: t("console.register.visits"), cell: ({ visits }) => tabular(visits) },
    { id: "persons", header: t("console.register.persons"), cell: ({ persons }) => tabular(persons) },
    {
      id: "messages",
      header: t("console.register.messages"),
      isWide: true,
      cell: ({ messages }) => tabular(messages),
    },
    { id: "kept", header: t("console.register.kept"), isWide: true, cell: (row) => tabular(keptDays(row)) },
    {
      id: "visitIds",
      header: t("console.register.visitIds"),
      isWide: true,
      cell: (row) => {
        const all = visitNumbers(row);
        return tabular(all.length > longest ? `${all.slice(0, longest).replace(/, [\d–]*$/, "")} …` : all);
      },
    },
  ];
}

interface Props {
  readonly search: RegisterSearch;
  readonly onSearch: (change: Partial<RegisterSearch>) => void;
}

/** What the register is narrowed by: who did it, why, when. */
export function RegisterFilters({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.periodFilters}>
      <SearchField
        hint={t("console.register.byHint")}
        label={t("console.register.by")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <ChoiceFilter
        placeholder={t("console.register.anyWhy")}
        label={t("console.register.why")}
        nameOf={(choice) => t(`console.register.${choice}`)}
        onChange={(why) => onSearch({ why })}
        value={search.why}
        choices={destructionReasons}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
