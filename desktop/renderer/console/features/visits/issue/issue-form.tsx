import { Fieldset, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { issueVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../../components/buttons.tsx";
import { call } from "../../../lib/api.ts";
import { warn } from "../../../lib/failures.ts";
import { useDraftForm } from "../../../lib/forms/use-form.ts";
import { useTranslate } from "../../../lib/language.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { findPassesByNumber, freePassesQuery } from "../../passes/queries.ts";
import { isReserveNo } from "../../scans/scan-detection.ts";
import { useScanner } from "../../scans/use-scanner.ts";
import { DeskConsent } from "../desk-consent.tsx";
import { cacheVisits } from "../queries.ts";
import { toastWithUndo } from "../undo/undo-toast.tsx";
import {
  EarlyReason,
  emptyReasons,
  initialPasses,
  needsCarNumber,
  PassFields,
  passesBody,
  useEarlyVisits,
} from "./issue-fields.tsx";
import { MissingConsent } from "./missing-consent.tsx";

interface Props {
  readonly visit: VisitAnswer;
  readonly takesFocus: boolean;
  readonly onDone: (visit: VisitAnswer) => void;
}

/** Timeout of the lookup after a scan; without its result the server checks the pass. */
const lookupTimeoutMs = 5_000;

/** Issues passes to one visitor. Suggests the first available number, selected so that typing or a scan replaces it. */
export function IssueForm({ visit, takesFocus, onDone }: Props) {
  const t = useTranslate();
  const free = useQuery(freePassesQuery(1));
  const [suggestion, setSuggestion] = useState<string>();
  const { passNo: heldPassNo, ...otherPasses } = initialPasses(visit);
  const initial = {
    ...otherPasses,
    passNo: heldPassNo || suggestion || "",
    guide: visit.guide,
    ...emptyReasons,
  };
  const form = useDraftForm(`issue-${visit.id}`, initial, ({ passNo, ...others }) =>
    // a suggestion is not a draft: the number may be issued when the form is opened again
    passNo === initial.passNo ? others : { passNo, ...others },
  );
  const first = useRef<HTMLInputElement>(null);
  const [early] = useEarlyVisits([visit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => {
    if (takesFocus) setTimeout(() => first.current?.focus());
  }, []);

  // not from the cache: the number may have been issued since
  const isLoaded = free.isSuccess && free.isFetchedAfterMount;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, so that the number does not change unnoticed
  useEffect(() => {
    if (!isLoaded || suggestion !== undefined) return;
    const passNo = (form.values.passNo === "" && free.data[0]?.passNo) || "";
    setSuggestion(passNo);
    if (!passNo) return;
    form.setFieldValue("passNo", passNo);
    if (document.activeElement === first.current) setTimeout(() => first.current?.select());
  }, [isLoaded]);

  const issue = useMutation({
    mutationFn: ({ guide, reason, consentReason, ...passes }: typeof form.values) =>
      call(issueVisit, {
        params: { id: String(visit.id) },
        body: {
          visitID: visit.id,
          ...passesBody(visit, passes),
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
      warn(form.showServerErrors(error));
      // the site may require consent by now
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });
  const send = (values: typeof form.values) => {
    const missing = {
      ...(needsCarNumber(visit, values) && !values.carNumber.trim() && { carNumber: t("error.required") }),
      ...(early && !values.reason.trim() && { reason: t("error.required") }),
      ...(visit.consentRequired && !values.consentReason.trim() && { consentReason: t("error.required") }),
    };
    if (Object.keys(missing).length > 0) form.showErrors(missing);
    else if (!issue.isPending) issue.mutate(values);
  };
  useScanner(async (code) => {
    // scanning the returned pass of a visitor who has just left must not check the visitor in again
    if (!takesFocus || isReserveNo(code)) return false;
    const isCar = document.activeElement?.getAttribute("data-path") === "carPassNo";
    const signal = AbortSignal.timeout(lookupTimeoutMs);
    const [[held], known] = await Promise.all([
      findPassesByNumber(code, signal, "issued"),
      findPassesByNumber(code, signal),
    ]).catch(() => [[], []] as const);
    if (held?.visit && held.visit.id !== visit.id) return false;
    const isVehicle = known.length > 0 && known.every((pass) => pass.isVehicle);
    // the current values: the user may have typed during the lookup
    const values = { ...form.getValues(), [isCar || isVehicle ? "carPassNo" : "passNo"]: code };
    // a vehicle pass may add the field of the vehicle's number, which must be rendered before it is focused
    flushSync(() => form.setValues(values));
    // after a vehicle pass the visitor's own pass is still only a suggestion
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
        <MissingConsent form={form} visits={[visit]} />
        <DeskConsent visit={visit} />
        <OnlineButton loading={issue.isPending} type="submit">
          {t("console.action.issue")}
        </OnlineButton>
      </Stack>
    </form>
  );
}
