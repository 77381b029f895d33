import type { LookupRow } from "#contract/visits/requests.ts";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useTranslate } from "../../lib/language.ts";
import { Companions } from "./companions.tsx";
import styles from "./lookup.module.css";
import type { LookupInput } from "./lookup-form.tsx";
import { StatusTimeline } from "./status-timeline.tsx";
import type { VisitProps } from "./use-cancel.ts";
import { VisitActions } from "./visit-actions.tsx";
import { Contact, Host, PlacePurpose, Reason, Reservation, Visitor, VisitPeriod } from "./visit-facts.tsx";

interface VisitTableProps {
  readonly rows: readonly LookupRow[];
  readonly person: LookupInput;
}

/** Table of visits (docs/behaviour.md, "Lookup") with progress and actions below each. */
export function VisitTable({ rows, person }: VisitTableProps) {
  const t = useTranslate();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("visitor.result.reserveNo")}</th>
          <th scope="col">{t("visitor.result.visitor")}</th>
          <th scope="col">{t("visitor.result.contact")}</th>
          <th scope="col">{t("visitor.result.placePurpose")}</th>
          <th scope="col">{t("visitor.result.period")}</th>
          <th scope="col">{t("visitor.result.host")}</th>
          <th scope="col">{t("visitor.result.status")}</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <VisitRows key={row.reserveNo} person={person} row={row} />
      ))}
    </table>
  );
}

function VisitRows({ row, person }: VisitProps) {
  return (
    <tbody>
      <tr>
        <th scope="row">
          <Reservation row={row} />
        </th>
        <td className={styles.nameCell}>
          <Visitor row={row} />
        </td>
        <td>
          <Contact row={row} />
        </td>
        <td>
          <PlacePurpose row={row} />
        </td>
        <td>
          <VisitPeriod row={row} />
        </td>
        <td className={styles.nameCell}>
          <Host row={row} />
        </td>
        <td>
          <StatusLabel code={row.statusCode} name={row.status.name} />
        </td>
      </tr>
      <tr className={styles.detailRow}>
        <td colSpan={7}>
          <div>
            <StatusTimeline code={row.statusCode} />
            <Reason row={row} />
            <VisitActions person={person} row={row} />
            <Companions person={person} row={row} />
          </div>
        </td>
      </tr>
    </tbody>
  );
}
