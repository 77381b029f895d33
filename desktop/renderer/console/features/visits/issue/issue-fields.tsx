import { Group, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { useSiteNow } from "#browser/use-site-now.ts";
import { addMinutes } from "#contract/dates.ts";
import { issueBeforeMinutes } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { DraftForm } from "../../../lib/forms/use-form.ts";
import { useTranslate } from "../../../lib/language.ts";
import { siteQuery } from "../../../lib/site.ts";

export interface IssuedPasses {
  passNo: string;
  carPassNo: string;
  /** Required with a vehicle pass if the vehicle's number is unknown. */
  carNumber: string;
}

export const initialPasses = ({ pass, carPass }: Pick<VisitAnswer, "pass" | "carPass">): IssuedPasses => ({
  passNo: pass?.passNo ?? "",
  carPassNo: carPass?.passNo ?? "",
  carNumber: "",
});

/** Reasons for checking in early or without consent. */
export const emptyReasons = { reason: "", consentReason: "" };

type CarVisit = Pick<VisitAnswer, "carNumber">;

/** Whether a vehicle with an unknown number gets a pass. */
export const needsCarNumber = ({ carNumber }: CarVisit, { carPassNo }: IssuedPasses): boolean =>
  carNumber === "" && carPassNo.trim() !== "";

/** Passes of the request body; the vehicle's number only if it is needed. */
export const passesBody = (visit: CarVisit, { passNo, carPassNo, carNumber }: IssuedPasses) => ({
  passNo,
  carPassNo,
  ...(needsCarNumber(visit, { passNo, carPassNo, carNumber }) && { carNumber }),
});

interface PassFieldsProps {
  readonly form: Pick<DraftForm<Record<string, unknown>>, "getInputProps">;
  /** Prefix of the field names in the form: "" or "members.1." */
  readonly path: string;
  readonly visit: CarVisit;
  readonly values: IssuedPasses;
  readonly first?: Ref<HTMLInputElement> | undefined;
  readonly takesFocus?: boolean;
}

/** Pass numbers of one visitor, and the vehicle's number if it is needed. */
export function PassFields({ form, path, visit, values, first, takesFocus }: PassFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <Group align="flex-start" gap="sm" grow>
        <TextInput
          autoComplete="off"
          label={t("console.issue.passNo")}
          required
          {...form.getInputProps(`${path}passNo`)}
          {...(takesFocus && { "data-autofocus": true })}
          ref={first}
        />
        <TextInput
          autoComplete="off"
          label={t("console.issue.carPassNo")}
          {...form.getInputProps(`${path}carPassNo`)}
        />
      </Group>
      {needsCarNumber(visit, values) && (
        <TextInput
          autoComplete="off"
          description={t("console.issue.carNumberHint")}
          label={t("console.person.carNumber")}
          required
          {...form.getInputProps(`${path}carNumber`)}
        />
      )}
    </>
  );
}

/** Visits for which a check-in now would be early. */
export function useEarlyVisits(visits: readonly VisitAnswer[]): VisitAnswer[] {
  const now = useSiteNow(useSuspenseQuery(siteQuery).data.timezone);
  return visits.filter(({ startDate }) => now < addMinutes(startDate, -issueBeforeMinutes));
}

interface EarlyReasonProps {
  readonly form: Pick<DraftForm<Record<string, unknown>>, "getInputProps">;
  readonly visit: VisitAnswer;
}

/** Reason for an early check-in, for the log. A single line, so that Enter submits. */
export function EarlyReason({ form, visit: { startDate } }: EarlyReasonProps) {
  const t = useTranslate();
  const from = addMinutes(startDate, -issueBeforeMinutes);
  return (
    <TextInput
      autoComplete="off"
      description={t("console.issue.earlyHint", { start: startDate.slice(11), from: from.slice(11) })}
      label={t("console.issue.earlyReason")}
      required
      {...form.getInputProps("reason")}
    />
  );
}
