import { Group, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { FocusEvent, Ref } from "react";
import { useSiteNow } from "#browser/use-site-now.ts";
import { addMinutes } from "#contract/dates.ts";
import { issueBeforeMinutes } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { DraftForm } from "../../../lib/forms/use-form.ts";
import { useTranslate } from "../../../lib/language.ts";
import { siteQuery } from "../../../lib/site.ts";

/** What somebody gets at the desk. */
export interface IssuedPasses {
  passNo: string;
  carPassNo: string;
  /** Asked for with the pass of a vehicle whose number nobody knows yet. */
  carNumber: string;
}

export const passesOf = ({ pass, carPass }: Pick<VisitAnswer, "pass" | "carPass">): IssuedPasses => ({
  passNo: pass?.passNo ?? "",
  carPassNo: carPass?.passNo ?? "",
  carNumber: "",
});

/** Why somebody is let in early, or without their consent; asked for where that is so. */
export const noReasons = { reason: "", consentReason: "" };

type Named = Pick<VisitAnswer, "carNumber">;

/** A vehicle gets a pass, and its number is not known. */
export const asksCarNumber = ({ carNumber }: Named, { carPassNo }: IssuedPasses): boolean =>
  carNumber === "" && carPassNo.trim() !== "";

/** What is sent of the fields; the number of a vehicle only where it was asked for. */
export const issuedOf = (visit: Named, { passNo, carPassNo, carNumber }: IssuedPasses) => ({
  passNo,
  carPassNo,
  ...(asksCarNumber(visit, { passNo, carPassNo, carNumber }) && { carNumber }),
});

interface PassFieldsProps {
  readonly form: Pick<DraftForm<Record<string, unknown>>, "getInputProps">;
  /** Of the fields in the form: "" or "members.1." */
  readonly path: string;
  readonly visit: Named;
  readonly values: IssuedPasses;
  readonly first?: Ref<HTMLInputElement> | undefined;
  readonly takesFocus?: boolean;
}

/** The passes of one person, and the number of a vehicle that gets one without being known. */
export function PassFields({ form, path, visit, values, first, takesFocus }: PassFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <Group align="flex-start" gap="sm" grow>
        <TextInput
          autoComplete="off"
          label={t("console.issue.passNo")}
          onFocus={selectAll}
          required
          {...form.getInputProps(`${path}passNo`)}
          {...(takesFocus && { "data-autofocus": true })}
          ref={first}
        />
        <TextInput
          autoComplete="off"
          label={t("console.issue.carPassNo")}
          onFocus={selectAll}
          {...form.getInputProps(`${path}carPassNo`)}
        />
      </Group>
      {asksCarNumber(visit, values) && (
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

/** The next scan takes the place of what stands there. */
const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select();

/** Those of some visits that are more than an hour before their start. */
export function useEarly(visits: readonly VisitAnswer[]): VisitAnswer[] {
  const now = useSiteNow(useSuspenseQuery(siteQuery).data.timezone);
  return visits.filter(({ startDate }) => now < addMinutes(startDate, -issueBeforeMinutes));
}

interface EarlyReasonProps {
  readonly form: Pick<DraftForm<Record<string, unknown>>, "getInputProps">;
  readonly visit: VisitAnswer;
}

/** Why somebody is let in before their time, which the log keeps: one line, so that Enter sends it. */
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
