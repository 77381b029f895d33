/**
 * Endpoints of the contract without schemas, to keep the validator out of the first load. The compiler checks method
 * and path against the contract.
 */
import type { Address } from "#contract/client.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { findHostUsers } from "#contract/people/host-search.ts";
import type { getCompaniesInUse } from "#contract/site/companies.ts";
import type { getConfiguration } from "#contract/site/configuration.ts";
import type { getCodesInUse } from "#contract/site/user-codes.ts";
import type { getAppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { getDeployedTerms } from "#contract/texts/terms.ts";
import type { approveByLink, rejectByLink, seeDecidable } from "#contract/visits/decision-links.ts";
import type {
  applyForVisit,
  cancelRequest,
  requestCompanionLink,
  requestLookupCode,
  requestSubmitCode,
  searchRequests,
} from "#contract/visits/requests.ts";
import type {
  agreeByLink,
  cancelByLink,
  chooseByLink,
  completeByLink,
  getLinkedCalendar,
  seeLinkedVisit,
} from "#contract/visits/visit-links.ts";

const plain = <E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  ..._: E extends { readonly idempotent: true } ? [never] : []
): Address<E> => ({ method, path });

const idempotent = <E extends Endpoint & { readonly idempotent: true }>(
  method: E["method"],
  path: E["path"],
): Address<E> => ({ method, path, idempotent: true });

export const configuration = plain<typeof getConfiguration>("GET", "/api/config");
export const deployedTerms = plain<typeof getDeployedTerms>("GET", "/api/terms/deployed");
export const appliedPolicy = plain<typeof getAppliedPolicy>("GET", "/api/privacy/applied");
export const codesInUse = plain<typeof getCodesInUse>("GET", "/api/user-code/:kind/inuse");
export const companiesInUse = plain<typeof getCompaniesInUse>("GET", "/api/companies/inuse");
export const hostSearch = plain<typeof findHostUsers>("GET", "/visitor/findHostUsers");
export const application = idempotent<typeof applyForVisit>("POST", "/api/request/simple/save/");
export const submitCode = plain<typeof requestSubmitCode>("POST", "/api/request/simple/code");
export const requestCode = plain<typeof requestLookupCode>("POST", "/api/request/code");
export const requestSearch = plain<typeof searchRequests>("POST", "/api/request/search");
export const companionLink = plain<typeof requestCompanionLink>("POST", "/api/request/companion-link");
export const requestCancel = plain<typeof cancelRequest>("POST", "/api/request/cancel");
export const linkLook = plain<typeof seeLinkedVisit>("POST", "/api/visit-link/look");
export const linkAgree = plain<typeof agreeByLink>("POST", "/api/visit-link/agree");
export const linkComplete = plain<typeof completeByLink>("POST", "/api/visit-link/complete");
export const linkChannel = plain<typeof chooseByLink>("POST", "/api/visit-link/channel");
export const linkCancel = plain<typeof cancelByLink>("POST", "/api/visit-link/cancel");
export const linkCalendar = plain<typeof getLinkedCalendar>("POST", "/api/visit-link/calendar");
export const decisionLook = plain<typeof seeDecidable>("POST", "/api/decision-link/look");
export const decisionApprove = plain<typeof approveByLink>("POST", "/api/decision-link/approve");
export const decisionReject = plain<typeof rejectByLink>("POST", "/api/decision-link/reject");
