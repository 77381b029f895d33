import { useMemo } from "react";
import { fromInstant } from "#contract/dates.ts";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { evacuationColumns, passListColumns } from "./columns.tsx";
import { PagedTable } from "./paged-table.tsx";
import styles from "./sheet.module.css";
import { type SheetRow, useSheetSource } from "./sheet-data.ts";
import { SheetHead, SheetTable, Signatures } from "./sheet-parts.tsx";

/** 대피 명단: visitors inside, grouped by place. */
export function EvacuationList({ rows }: { readonly rows: readonly SheetRow[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const { isOffline } = useSheetSource();
  const places = Map.groupBy(rows, ({ place }) => place);
  const sorted = [...places].sort(([one], [other]) =>
    // without a place last
    one && other ? one.localeCompare(other, language) : one ? -1 : 1,
  );
  return (
    <article className={`${styles.sheet} ${styles.portrait}`}>
      <SheetHead
        about={t(isOffline ? "console.offline.inside" : "console.print.inside", { count: rows.length })}
        title={t("console.print.evacuation")}
      />
      {sorted.map(([place, people]) => (
        <section className={styles.place} key={place}>
          <h3 className={styles.placeName}>
            {place || t("console.print.noPlace")} ({t("console.print.people", { count: people.length })})
          </h3>
          <PlaceTable people={people} />
        </section>
      ))}
      {rows.length === 0 && <p>{t("console.print.nobody")}</p>}
      <Signatures />
    </article>
  );
}

function PlaceTable({ people }: { readonly people: readonly SheetRow[] }) {
  const language = useLanguage();
  const rows = useMemo(
    () => people.toSorted((one, other) => one.name.localeCompare(other.name, language)),
    [people, language],
  );
  return <SheetTable table={useRowsTable(evacuationColumns, rows)} />;
}

interface Props {
  /** Filters of the list. */
  readonly about: string;
  readonly rows: readonly SheetRow[];
  readonly isCut: boolean;
  /** Default: the day of reading. */
  readonly day?: string | undefined;
}

/** 출입증 명단, with a column to sign. Shows no more personal data than the list on the screen. */
export function PassList({ about, rows, isCut, day }: Props) {
  const t = useTranslate();
  const { timezone, readAt } = useSheetSource();
  const today = day ?? fromInstant(new Date(readAt), timezone).slice(0, 10);
  const count = t(isCut ? "console.print.countCut" : "console.print.count", { count: rows.length });
  const table = useRowsTable(passListColumns, rows, { meta: { day: today } });
  return (
    <PagedTable
      head={<SheetHead about={`${about} · ${count}`} day={day} title={t("console.print.passes")} />}
      emptyText={t("console.print.nobody")}
      table={table}
    />
  );
}
