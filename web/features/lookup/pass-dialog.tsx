import type { OwnVisitFacts } from "#contract/visits/requests.ts";
import { Dialog } from "../../components/feedback/dialog.tsx";
import { SiteZone } from "../../components/layout/site-zone.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./lookup.module.css";
import { PassCode } from "./pass-code.tsx";
import { VisitPeriod } from "./visit-facts.tsx";

interface PassDialogProps {
  readonly row: OwnVisitFacts;
  readonly onClose: () => void;
}

/** Dialog with the reservation number as QR code. */
export default function PassDialog({ row, onClose }: PassDialogProps) {
  const t = useTranslate();
  return (
    <Dialog onClose={onClose} size="narrow" title={t("visitor.result.qr")}>
      <div className={styles.passCode}>
        <PassCode reserveNo={row.reserveNo} />
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
