import { encode } from "uqr";
import type { LookupRow } from "#contract/visits/requests.ts";
import { Dialog } from "../../components/feedback/dialog.tsx";
import { SiteZone } from "../../components/layout/site-zone.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./lookup.module.css";
import { VisitPeriod } from "./visit-facts.tsx";

interface PassDialogProps {
  readonly row: LookupRow;
  readonly onClose: () => void;
}

/** The reservation number as a QR code, for the desk's scanner. */
export default function PassDialog({ row, onClose }: PassDialogProps) {
  const t = useTranslate();
  const { data, size } = encode(row.reserveNo, { ecc: "M", border: 2 });
  const path = data
    .flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <Dialog onClose={onClose} size="narrow" title={t("visitor.result.qr")}>
      <div className={styles.pass}>
        <svg
          aria-label={t("visitor.result.qrImage", { reserveNo: row.reserveNo })}
          role="img"
          shapeRendering="crispEdges"
          viewBox={`0 0 ${size} ${size}`}
        >
          <path d={path} />
        </svg>
        <p className={`${styles.passNumber} tabular`}>{row.reserveNo}</p>
        <p className={styles.passFacts}>
          <strong>{row.name}</strong>
          <br />
          <VisitPeriod row={row} />
        </p>
        <SiteZone />
        <p>{t("visitor.result.qrText")}</p>
      </div>
    </Dialog>
  );
}
