import { Fieldset, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { issueVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../../components/buttons.tsx";
import { call } from "../../../lib/api.ts";
import { warn } from "../../../lib/failures.ts";
import { useDraftForm } from "../../../lib/forms/use-form.ts";
import { useTranslate } from "../../../lib/language.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { freePassesQuery, passesNumbered } from "../../passes/queries.ts";
import { isReserveNo } from "../../scans/recognise.ts";
import { useScanner } from "../../scans/use-scanner.ts";
import { DeskConsent } from "../desk-consent.tsx";
import { cacheVisits } from "../queries.ts";
import { toastWithUndo } from "../undo/undo-toast.tsx";
import { ConsentGap } from "./consent-gap.tsx";
import {
  asksCarNumber,
  EarlyReason,
  issuedOf,
  noReasons,
  PassFields,
  passesOf,
  useEarly,
} from "./issue-fields.tsx";

interface Props {
  readonly visit: VisitAnswer;
  /** The number is ready to be typed or scanned over. */
  readonly takesFocus: boolean;
  readonly onDone: (visit: VisitAnswer) => void;
}

/** Who has a pass is known sooner than this, or the server says so. */
const checkMs = 5_000;

/** Issues passes to one visitor. The first free number is suggested, ready to be typed or scanned over. */
export function IssueForm({ visit, takesFocus, onDone }: Props) {
  const t = useTranslate();
  const form = useDraftForm(`issue-${visit.id}`, { ...passesOf(visit), guide: visit.guide, ...noReasons });
  const first = useRef<HTMLInputElement>(null);
  const free = useQuery(freePassesQuery(1));
  const [early] = useEarly([visit]);

  // A free number stands ready, selected, until somebody has typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has been read
  useEffect(() => {
    if (!free.data || form.isDirty()) return;
    form.setFieldValue("passNo", form.values.passNo || (free.data[0]?.passNo ?? ""));
    if (takesFocus) setTimeout(() => first.current?.select());
  }, [free.data]);

  const issue = useMutation({
    mutationFn: ({ guide, reason, consentReason, ...passes }: typeof form.values) =>
      call(issueVisit, {
        params: { id: String(visit.id) },
        body: {
          visitID: visit.id,
          ...issuedOf(visit, passes),
          guide,
          ...(early && { reason }),
          ...(visit.consentRequired && { consentReason }),
        },
      }),
    onSuccess: (visits) => {
      form.forget();
      cacheVisits(visits);
      toastWithUndo({ text: t("console.done.issue", { name: visit.name }), action: "issue", visits });
      const [after] = visits;
      if (after) onDone(after);
    },
    onError: (error) => {
      warn(form.refuse(error));
      // the site may ask for consent by now: what it lacks is offered then
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });
  const send = (values: typeof form.values) => {
    const missing = {
      ...(asksCarNumber(visit, values) && !values.carNumber.trim() && { carNumber: t("error.required") }),
      ...(early && !values.reason.trim() && { reason: t("error.required") }),
      ...(visit.consentRequired && !values.consentReason.trim() && { consentReason: t("error.required") }),
    };
    if (Object.keys(missing).length > 0) form.show(missing);
    else if (!issue.isPending) issue.mutate(values);
  };
  useScanner(async (code) => {
    // whoever has just left is not let in again by the pass that they gave back
    if (!takesFocus || isReserveNo(code)) return false;
    const isCar = document.activeElement?.getAttribute("data-path") === "carPassNo";
    const signal = AbortSignal.timeout(checkMs);
    const [[held], known] = await Promise.all([
      passesNumbered(code, signal, "issued"),
      passesNumbered(code, signal),
    ]).catch(() => [[], []] as const);
    if (held?.visit && held.visit.id !== visit.id) return false;
    const isVehicle = known.length > 0 && known.every((pass) => pass.isVehicle);
    const values = { ...form.values, [isCar || isVehicle ? "carPassNo" : "passNo"]: code };
    // the number of a vehicle may be asked for by it: the field has to be there to take the focus
    flushSync(() => form.setValues(values));
    // the visitor's own pass comes next: the one that stands there is a suggestion
    if (isVehicle && !isCar) {
      first.current?.focus();
      first.current?.select();
    } else send(values);
    return true;
  });

  return (
    <form noValidate onSubmit={form.onSubmit(send)}>
      <Stack gap="sm">
        <Fieldset legend={t("console.issue.legend")} variant="unstyled">
          <PassFields
            first={first}
            form={form}
            path=""
            takesFocus={takesFocus}
            values={form.values}
            visit={visit}
          />
        </Fieldset>
        {early && <EarlyReason form={form} visit={early} />}
        <TextInput
          autoComplete="off"
          description={t("console.issue.guideHint")}
          label={t("console.visit.guide")}
          {...form.getInputProps("guide")}
        />
        {free.data?.length === 0 && (
          <Text c="dimmed" size="sm">
            {t("console.issue.noneFree")}
          </Text>
        )}
        <ConsentGap form={form} visits={[visit]} />
        <DeskConsent visit={visit} />
        <OnlineButton loading={issue.isPending} type="submit">
          {t("console.action.issue")}
        </OnlineButton>
      </Stack>
    </form>
  );
}
