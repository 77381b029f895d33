import { Text } from "@mantine/core";
import type { AccessReviewAnswer, unusualKinds } from "#contract/access-log.ts";
import { RowButton } from "../../components/buttons.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { type Column, DataTable } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./access-log.module.css";
import { roleLabel } from "./columns.tsx";

export type StaffMonth = AccessReviewAnswer["staff"][number];

interface Props {
  readonly people: readonly StaffMonth[];
  readonly answer: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly selected: number | undefined;
  readonly onOpen: (id: number) => void;
}

type Row = StaffMonth & { readonly id: number };

/** Everybody who looked in a month: what stands out first, then who looked most. All of them on one page. */
export function StaffTable({ people, answer, selected, onOpen }: Props) {
  const t = useTranslate();
  const rows: Row[] = people
    .map((one) => ({ ...one, id: one.hostUser.id }))
    .sort((one, other) => other.unusual.length - one.unusual.length || other.calls - one.calls);
  const count = (id: "calls" | "people" | "outOfHours" | "reveals", isWide = false): Column<Row> => ({
    id,
    header: t(`console.access.${id}`),
    isWide,
    cell: (row) => <span className="tabular">{row[id].toLocaleString()}</span>,
  });
  const columns: readonly Column<Row>[] = [
    {
      id: "who",
      header: t("console.access.who"),
      isFixed: true,
      cell: (row) => (
        <>
          <RowButton onOpen={() => onOpen(row.id)}>{row.hostUser.name}</RowButton>
          <Text c="dimmed" size="xs">
            {roleLabel(row.hostUser, t)}
          </Text>
        </>
      ),
    },
    { id: "unusual", header: t("console.access.flags"), cell: (row) => <Flags unusual={row.unusual} /> },
    count("calls"),
    count("people"),
    count("outOfHours", true),
    count("reveals", true),
  ];
  return (
    <DataTable
      answer={{ ...answer, data: { rows, total: rows.length, totalCapped: false } }}
      caption={t("console.access.byStaff")}
      columns={columns}
      empty={<EmptyState title={t("console.access.nobody")} />}
      name="accessReview"
      onSearch={() => undefined}
      search={{ size: Math.max(1, rows.length) }}
      selected={selected}
    />
  );
}

/** What stands out of somebody's month, in words. */
export function Flags({ unusual }: { readonly unusual: readonly (typeof unusualKinds)[number][] }) {
  const t = useTranslate();
  return (
    <span className={styles.flags}>
      {unusual.map((kind) => (
        <span className={styles.flag} key={kind}>
          {t(`console.access.${kind}Flag`)}
        </span>
      ))}
    </span>
  );
}
