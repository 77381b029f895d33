import type { DayClosingAnswer } from "#contract/visits/day-closings.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { SheetHead, Signatures } from "./sheet-parts.tsx";

const kinds = ["inside", "overnight", "passesOut", "carPassesOut"] as const;

/** 마감 보고서: the counts of a closing and its open points by reservation number; nobody is named but who closed. */
export function ClosingReport({ closing }: { readonly closing: DayClosingAnswer }) {
  const t = useTranslate();
  const { day, closedAt, closedBy, reopened } = closing;
  return (
    <article className={`${styles.sheet} ${styles.tall}`}>
      <SheetHead
        about={t("console.closing.closedBy", { at: closedAt, name: closedBy.name })}
        day={day}
        title={t("console.print.closing")}
      />
      {reopened && (
        <p>
          {t("console.closing.reopenedBy", {
            at: reopened.at,
            name: reopened.by.name,
            reason: reopened.reason,
          })}
        </p>
      )}
      <table className={styles.table}>
        <colgroup>
          <col width="25%" />
          <col width="15%" />
          <col width="60%" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t("console.closing.kind")}</th>
            <th className={styles.number} scope="col">
              {t("console.closing.count")}
            </th>
            <th scope="col">{t("console.visit.reserveNo")}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <td>{t(`console.closing.kind_${kind}`)}</td>
              <td className={styles.number}>{closing[kind].count}</td>
              <td>{closing[kind].visits.map(({ id, reserveNo }) => reserveNo ?? `#${id}`).join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Signatures />
    </article>
  );
}
