import { useEffect, useRef } from "react";
import type { LookupRow } from "#contract/visits/requests.ts";
import { ButtonLink } from "../../components/form/button.tsx";
import { SiteZone } from "../../components/layout/site-zone.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { LookupCredentials } from "../../lib/queries.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Companions } from "./companions.tsx";
import styles from "./lookup.module.css";
import { StatusTimeline } from "./status-timeline.tsx";
import type { VisitProps } from "./use-cancel.ts";
import { VisitActions } from "./visit-actions.tsx";
import { Reason, Reservation, VisitFacts } from "./visit-facts.tsx";
import { VisitHeading } from "./visit-heading.tsx";
import { VisitTable } from "./visit-table.tsx";

interface VisitsProps {
  readonly rows: readonly LookupRow[];
  readonly person: LookupCredentials;
}

/** Lookup results: a table on wide screens, otherwise cards. */
export function Visits({ rows, person }: VisitsProps) {
  const t = useTranslate();
  const isWide = useMedia("(min-width: 62.5em)");
  const section = useRef<HTMLElement>(null);

  // on phones the results are below the fold and the keyboard: scroll to them
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lookup
  useEffect(() => {
    if (isWide) return;
    if (matchMedia("(pointer: coarse)").matches && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
    section.current?.scrollIntoView({ block: "start" });
  }, [person]);

  return (
    <section aria-label={t("visitor.result.page")} className={styles.visits} ref={section}>
      <p className={styles.count} role="status">
        {rows.length > 0 ? t("visitor.result.count", { count: rows.length }) : t("visitor.result.empty")}
      </p>
      {rows.length === 0 && (
        <>
          <p className={styles.emptyHint}>
            {t(person.reserveNo ? "visitor.result.emptyHintNumber" : "visitor.result.emptyHint")}
          </p>
          <ButtonLink className={styles.apply ?? ""} to="/form">
            {t("visitor.home.apply")}
          </ButtonLink>
        </>
      )}
      {rows.length > 0 && <SiteZone />}
      {rows.length > 0 && isWide && <VisitTable person={person} rows={rows} />}
      {!isWide && rows.map((row) => <VisitCard key={row.reserveNo} person={person} row={row} />)}
    </section>
  );
}

/** A visit on narrow screens. */
function VisitCard({ row, person }: VisitProps) {
  return (
    <article className={styles.card}>
      <VisitHeading status={row.status} statusCode={row.statusCode}>
        <Reservation row={row} />
      </VisitHeading>
      <StatusTimeline code={row.statusCode} />
      <Reason row={row} />
      <VisitFacts row={row} />
      <Companions person={person} row={row} />
      <VisitActions person={person} row={row} />
    </article>
  );
}
