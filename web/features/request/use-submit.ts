import { useRouter } from "@tanstack/react-router";
import { type RefObject, useRef, useState } from "react";
import type { EndpointInput } from "#contract/endpoint.ts";
import { isErrorCode } from "#contract/errors.ts";
import type { Application, applyForVisit } from "#contract/visits/requests.ts";
import { CallError, call } from "../../lib/call.ts";
import { callChallenged } from "../../lib/challenge.ts";
import { useConfiguration } from "../../lib/configuration.ts";
import * as endpoints from "../../lib/endpoints.ts";
import { reportCaught } from "../../lib/error-events.ts";
import { translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/queries.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { beginSending, markRefused, markSent, withdrawConsent } from "../../stores/draft.ts";
import { type FormErrors, setErrors, useFormView } from "../../stores/form-view.ts";
import { saveLastReservation } from "../home/last-reservation.ts";
import { refetchTexts } from "../terms/use-consent.ts";
import { type FilledForm, untickedChecklist, validateForm } from "./application.ts";
import { failureDetail } from "./failure-detail.ts";

type FullBody = EndpointInput<typeof applyForVisit>["body"];

/**
 * Submits the form (docs/behaviour.md, "Request form"): validates checklists, then fields, then sends it. Ignores
 * further submits while one is pending.
 * @param form for focusing the first invalid field
 */
export function useSubmit(form: RefObject<HTMLFormElement | null>) {
  const router = useRouter();
  const configuration = useConfiguration();
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);

  const showErrors = (errors: FormErrors) => {
    setErrors(errors);
    toast("info", translate("visitor.request.review"));
    // After rendering the errors: focus the first invalid field.
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]');
      first?.focus({ preventScroll: true });
      first?.scrollIntoView({ block: "center" });
    });
  };

  const send = async (body: Application) => {
    const idempotencyKey = beginSending({ startDate: body.startDate, endDate: body.endDate });
    // The server ignores fields that the site's settings disable, but its schema requires them.
    const outcome = await callChallenged((headers) =>
      call(endpoints.applyForVisit, { body: body as FullBody }, { idempotencyKey, headers }),
    );
    setErrors({});
    saveLastReservation({ reserveNo: outcome.reserveNo, date: body.startDate.slice(0, 10) });
    markSent({
      reserveNo: outcome.reserveNo,
      statusCode: outcome.statusCode,
      name: body.name,
      company: body.company ?? "",
      startDate: body.startDate,
    });
    await router.navigate({ to: "/final", replace: true });
  };

  const fail = async (error: unknown, filled: FilledForm) => {
    if (!(error instanceof CallError)) {
      toast("warning", translate("visitor.request.failed"), translate("visitor.request.failedKept"));
      return reportCaught(error);
    }
    if (error.kind === "refused" && error.status < 500) markRefused(error.status === 422);
    const fields = error.fields;
    if (fields?.purpose || fields?.location) void queryClient.invalidateQueries({ queryKey: ["codes"] });
    if (fields?.userCompany) void queryClient.invalidateQueries({ queryKey: ["companies"] });
    if (!fields) return toast("warning", translate("visitor.request.failed"), failureDetail(error));
    // prefer the code: its message follows a language change
    const { codes } = error;
    showErrors(
      Object.fromEntries(
        Object.entries(fields).map(([field, text]) => {
          const code = codes[field];
          // Of a form from before an update; it has no place of its own.
          const place = code === "unknownField" ? "_" : field;
          return [place, isErrorCode(code) ? { code } : { text }];
        }),
      ),
    );
    if (fields._) await handleChangedTexts(fields._, error.codes._, filled);
  };

  const submit = async (filled: FilledForm) => {
    if (isUnderWay.current) return;
    dismissToasts();
    const unticked = untickedChecklist(filled.terms, filled.draft.ticks);
    useFormView.setState({ marksUnticked: unticked !== undefined });
    if (unticked) {
      toast("info", unticked.term.title, translate("visitor.request.checkAll"));
      document.getElementById(unticked.line)?.focus();
      return;
    }
    const { body, errors } = validateForm(filled, configuration);
    if (errors) {
      showErrors(Object.fromEntries(Object.entries(errors).map(([field, code]) => [field, { code }])));
      return;
    }
    isUnderWay.current = true;
    setBusy(true);
    try {
      await send(body);
    } catch (error) {
      await fail(error, filled);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };

  return { submit, isBusy };
}

const versionsOf = (terms: FilledForm["terms"]) =>
  terms.map((term) => `${term.id}.${term.currentVersion.version}`).join();

/**
 * Errors without a field usually concern the terms: refetches them. A changed text is no longer agreed to, which leads
 * back to the terms step. If nothing changed but the server misses a consent, asks for all of them again.
 */
async function handleChangedTexts(
  sentence: string,
  code: string | undefined,
  { terms, policy }: FilledForm,
): Promise<void> {
  const isAboutTerms = code === "textMoved" || code === "termsRequired";
  if (isAboutTerms) useFormView.setState({ termsNotice: sentence });
  const current = await refetchTexts();
  const isSame =
    current.terms && versionsOf(current.terms) === versionsOf(terms) && current.policy?.id === policy?.id;
  if (isAboutTerms && isSame) withdrawConsent();
}
