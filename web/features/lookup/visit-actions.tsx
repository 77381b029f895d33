import { lazy, Suspense, useState } from "react";
import { formatDateTime } from "#browser/formats.ts";
import { Icon } from "#browser/icon.tsx";
import type { StatusCode } from "#contract/visits/status.ts";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { useCompanyName, useConfiguration } from "../../lib/configuration.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./lookup.module.css";
import { useCancel, type VisitProps } from "./use-cancel.ts";

const PassDialog = lazy(() => import("./pass-dialog.tsx"));

const withPass: readonly StatusCode[] = ["approved", "entered", "exited"];
const withCalendar: readonly StatusCode[] = ["applied", "approved", "entered"];

/** Visitor's actions: show the QR code once approved, add to calendar, cancel. */
export function VisitActions({ row, person }: VisitProps) {
  const t = useTranslate();
  const language = useLanguage();
  const company = useCompanyName();
  const { timezone } = useConfiguration();
  const [isPassOpen, setPassOpen] = useState(false);
  const { ask, isAsking, isBusy, outcome, cancel, stay } = useCancel(row, person);

  const addToCalendar = async () => {
    try {
      const { saveToCalendar } = await import("./calendar.ts");
      saveToCalendar(row, { timezone, company, t });
    } catch {
      toast("warning", t("visitor.result.calendarFailed"));
    }
  };

  return (
    <div className={styles.actions}>
      {withPass.includes(row.statusCode) && (
        <Button aria-haspopup="dialog" onClick={() => setPassOpen(true)}>
          <Icon name="qr" size={18} />
          {t("visitor.result.qrShow")}
        </Button>
      )}
      {withCalendar.includes(row.statusCode) && (
        <Button onClick={addToCalendar}>
          <Icon name="calendar" size={18} />
          {t("visitor.result.calendar")}
        </Button>
      )}
      {row.actions.includes("cancel") && (
        <Button aria-haspopup="dialog" onClick={ask} variant="quiet">
          {t("visitor.result.cancel")}
        </Button>
      )}
      {outcome && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
      {isAsking && (
        <Confirm
          busy={isBusy}
          cancelLabel={t("visitor.result.cancelNo")}
          confirmLabel={t("visitor.result.cancel")}
          detail={t("visitor.result.cancelDetail", {
            reserveNo: row.reserveNo,
            date: formatDateTime(row.startDate, language),
          })}
          onCancel={stay}
          onConfirm={cancel}
          question={t("visitor.result.cancelQuestion")}
        />
      )}
      {isPassOpen && (
        <Suspense>
          <PassDialog onClose={() => setPassOpen(false)} row={row} />
        </Suspense>
      )}
    </div>
  );
}
