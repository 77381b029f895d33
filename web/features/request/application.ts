/** Converts the form to the request body and validates it. */

import type { Language } from "#browser/language.ts";
import { fromInstant } from "#contract/dates.ts";
import { type ErrorCode, fieldErrors } from "#contract/errors.ts";
import type { PublicConfiguration } from "#contract/site/configuration.ts";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { checklistLines, type DeployedTerms } from "#contract/texts/terms.ts";
import { type Application, applicationBody, periodErrors } from "#contract/visits/requests.ts";
import type { Draft } from "../../stores/draft.ts";
import { agreementsOf, lineKey } from "../terms/consent.ts";
import type { Period } from "./period.ts";

export interface FilledForm {
  readonly draft: Draft;
  readonly period: Period;
  readonly terms: readonly DeployedTerms[];
  /** The privacy policy in force. */
  readonly policy: AppliedPolicy | null;
  readonly language: Language;
}

type ValidatedForm =
  | { readonly body: Application; readonly errors?: undefined }
  | { readonly errors: Readonly<Record<string, ErrorCode>>; readonly body?: undefined };

/** Validates the form by the contract and the site's settings. */
export function validateForm(form: FilledForm, configuration: PublicConfiguration): ValidatedForm {
  const { draft, period, terms, policy, language } = form;
  const { values } = draft;
  const parsed = applicationBody(configuration).safeParse({
    hostUser: values.hostUser?.id,
    userCompany: values.userCompany,
    location: values.location,
    purpose: values.purpose,
    startDate: period.start.startsWith(" ") ? "" : period.start,
    endDate: period.end.startsWith(" ") ? "" : period.end,
    name: values.name,
    cellphone: values.cellphone,
    company: values.company,
    carNumber: values.carNumber,
    code: values.code,
    companions: values.companions?.map(({ key: _, ...companion }) => companion),
    privacy: true,
    ...(policy && { privacyPolicyId: policy.id }),
    agreements: agreementsOf(language, terms, draft.answers),
  });
  const shape = parsed.success ? {} : fieldErrors(parsed.error.issues);
  const time = periodErrors(
    {
      startDate: shape.startDate ? undefined : period.start,
      endDate: shape.endDate ? undefined : period.end,
    },
    configuration.maxRequestDays,
    fromInstant(new Date(), configuration.timezone),
  );
  const errors = { ...shape, ...time };
  return parsed.success && Object.keys(time).length === 0 ? { body: parsed.data } : { errors };
}

/** The first checklist with an unticked box, and that box. */
export function untickedChecklist(
  terms: readonly DeployedTerms[],
  ticks: Draft["ticks"],
): { readonly term: DeployedTerms; readonly line: string } | undefined {
  for (const term of terms.filter(({ contentType }) => contentType === "체크리스트")) {
    const lines = checklistLines(term.currentVersion.body);
    const index = lines.findIndex((line, at) => line.kind === "check" && !ticks[lineKey(term, at)]);
    if (index >= 0) return { term, line: lineKey(term, index) };
  }
  return undefined;
}
