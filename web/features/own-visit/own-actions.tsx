import { useState } from "react";
import { formatDateTime } from "#browser/formats.ts";
import { Icon } from "#browser/icon.tsx";
import type { OwnVisitFacts } from "#contract/visits/requests.ts";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import lookup from "../lookup/lookup.module.css";
import { refusalOf, useCalendar, type useCancelOwn } from "./use-own-visit.ts";

interface OwnActionsProps {
  readonly token: string;
  readonly row: OwnVisitFacts;
  readonly cancel: ReturnType<typeof useCancelOwn>;
}

/** Adds the visit to the calendar or cancels it after confirmation. */
export function OwnActions({ token, row, cancel }: OwnActionsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const calendar = useCalendar(token);
  const { mutate, isPending, error } = cancel;

  const addToCalendar = () => {
    if (calendar.isPending) return;
    calendar.mutate(undefined, { onError: () => toast("warning", t("visitor.result.calendarFailed")) });
  };
  const date = formatDateTime(row.startDate, language);
  const detail = t("visitor.result.cancelDetail", { reserveNo: row.reserveNo, date });
  const withParty = t("visitor.link.cancelParty", { count: row.followersCnt });

  return (
    <div className={lookup.actions}>
      <Button busy={calendar.isPending} onClick={addToCalendar}>
        <Icon name="calendar" size={18} />
        {t("visitor.result.calendar")}
      </Button>
      {row.actions.includes("cancel") && (
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)} variant="quiet">
          {t("visitor.result.cancel")}
        </Button>
      )}
      {error && <Notice kind="danger">{refusalOf(error) ?? t("visitor.request.failed")}</Notice>}
      {isAsking && (
        <Confirm
          busy={isPending}
          cancelLabel={t("visitor.result.cancelNo")}
          confirmLabel={t("visitor.result.cancel")}
          detail={row.followersCnt > 0 ? `${detail} ${withParty}` : detail}
          onCancel={() => setAsking(false)}
          onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
          question={t("visitor.result.cancelQuestion")}
        />
      )}
    </div>
  );
}
