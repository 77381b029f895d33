import type { ReactNode } from "react";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./lookup.module.css";
import { StatusTimeline } from "./status-timeline.tsx";
import type { VisitProps } from "./use-cancel.ts";
import { VisitActions } from "./visit-actions.tsx";
import { Contact, Host, PlacePurpose, Reason, Reservation, Visitor, VisitPeriod } from "./visit-facts.tsx";

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
      <dl>
        <Fact label={t("visitor.result.period")}>
          <VisitPeriod row={row} />
        </Fact>
        <Fact label={t("visitor.result.placePurpose")}>
          <PlacePurpose row={row} />
        </Fact>
        <Fact label={t("visitor.result.host")}>
          <Host row={row} />
        </Fact>
        <Fact label={t("visitor.result.visitor")}>
          <Visitor row={row} />
        </Fact>
        <Fact label={t("visitor.result.contact")}>
          <Contact row={row} />
        </Fact>
      </dl>
      <VisitActions person={person} row={row} />
    </article>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
