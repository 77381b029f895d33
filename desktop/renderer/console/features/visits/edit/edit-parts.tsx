/** Parts shared by the forms that edit a visit. */
import { Alert, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSiteNow } from "#browser/use-site-now.ts";
import { isWallTime, latestEnd } from "#contract/dates.ts";
import { maxStayDays } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { CodeSelect } from "../../../components/choices/code-select.tsx";
import { DateTimeField } from "../../../components/dates/date-time-field.tsx";
import { useTranslate } from "../../../lib/language.ts";
import { siteQuery } from "../../../lib/site.ts";
import { type useEditVisit, useVisitorNotice } from "./use-edit-visit.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly editing: ReturnType<typeof useEditVisit>;
}

export function PlaceField({ visit, editing: { form } }: Props) {
  return (
    <CodeSelect clearable current={visit.accessiblePlace} kind="place" {...form.getInputProps("location")} />
  );
}

export function TimeFields({ visit, editing: { form } }: Props) {
  const t = useTranslate();
  const now = useSiteNow(useSuspenseQuery(siteQuery).data.timezone);
  const { startDate, endDate } = form.values;
  return (
    <>
      <DateTimeField
        disabled={visit.enteredAt !== null}
        error={form.errors.startDate}
        hint={visit.enteredAt !== null && t("console.edit.startFixed")}
        label={t("console.visit.start")}
        onChange={(dateTime) => form.setFieldValue("startDate", dateTime)}
        path="startDate"
        value={startDate}
      />
      <DateTimeField
        earliest={startDate}
        error={form.errors.endDate}
        label={t("console.visit.end")}
        max={isWallTime(startDate) ? latestEnd(startDate, maxStayDays).slice(0, 10) : undefined}
        min={now.slice(0, 10)}
        onChange={(dateTime) => form.setFieldValue("endDate", dateTime)}
        isEnd
        path="endDate"
        value={endDate}
      />
    </>
  );
}

/** Says before saving whether a change needs a new approval and whether the visitor is notified. */
export function EditNotice({ visit, editing }: Props) {
  const t = useTranslate();
  const visitorNotice = useVisitorNotice(visit, editing);
  const { isOwn, needsReapproval, newHost } = editing;
  if (!isOwn || !(needsReapproval || newHost || visitorNotice)) return null;
  return (
    <Alert role="status" variant="light">
      {newHost && t("console.edit.gives", { host: newHost.name })}
      {!newHost && needsReapproval && t("console.edit.asksAgain")}
      {visitorNotice && (
        <Text mt={needsReapproval || newHost ? 4 : 0} size="sm">
          {t(`console.edit.${visitorNotice}`)}
        </Text>
      )}
    </Alert>
  );
}
