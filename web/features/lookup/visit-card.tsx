import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useTranslate } from "../../lib/language.ts";
import { Companions } from "./companions.tsx";
import styles from "./lookup.module.css";
import { StatusTimeline } from "./status-timeline.tsx";
import type { VisitProps } from "./use-cancel.ts";
import { VisitActions } from "./visit-actions.tsx";
import { Reason, Reservation, VisitFacts } from "./visit-facts.tsx";

/** A found visit where a table has no room. */
export function VisitCard({ row, person }: VisitProps) {
  const t = useTranslate();
  return (
    <article className={styles.card}>
      <header>
        <h2>
          <span className="visually-hidden">{t("visitor.result.reserveNo")}</span>
          <Reservation row={row} />
        </h2>
        <StatusLabel code={row.statusCode} name={row.status.name} />
      </header>
      <StatusTimeline code={row.statusCode} />
      <Reason row={row} />
      <VisitFacts row={row} />
      <Companions person={person} row={row} />
      <VisitActions person={person} row={row} />
    </article>
  );
}
