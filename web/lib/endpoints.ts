/**
 * Endpoints of the contract without schemas, to keep the validator out of the first load. The compiler checks method
 * and path against the contract.
 */
import type { Address } from "#contract/client.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type * as hostSearch from "#contract/people/host-search.ts";
import type * as companies from "#contract/site/companies.ts";
import type * as configuration from "#contract/site/configuration.ts";
import type * as userCodes from "#contract/site/user-codes.ts";
import type * as policies from "#contract/texts/privacy-policies.ts";
import type * as terms from "#contract/texts/terms.ts";
import type * as decisionLinks from "#contract/visits/decision-links.ts";
import type * as requests from "#contract/visits/requests.ts";
import type * as visitLinks from "#contract/visits/visit-links.ts";

const plain = <E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  ..._: E extends { readonly idempotent: true } ? [never] : []
): Address<E> => ({ method, path });

const idempotent = <E extends Endpoint & { readonly idempotent: true }>(
  method: E["method"],
  path: E["path"],
): Address<E> => ({ method, path, idempotent: true });

export const getConfiguration = plain<typeof configuration.getConfiguration>("GET", "/api/config");
export const getDeployedTerms = plain<typeof terms.getDeployedTerms>("GET", "/api/terms/deployed");
export const getAppliedPolicy = plain<typeof policies.getAppliedPolicy>("GET", "/api/privacy/applied");
export const getCodesInUse = plain<typeof userCodes.getCodesInUse>("GET", "/api/user-code/:kind/inuse");
export const getCompaniesInUse = plain<typeof companies.getCompaniesInUse>("GET", "/api/companies/inuse");
export const findHostUsers = plain<typeof hostSearch.findHostUsers>("GET", "/visitor/findHostUsers");
export const applyForVisit = idempotent<typeof requests.applyForVisit>("POST", "/api/request/simple/save/");
export const requestSubmitCode = plain<typeof requests.requestSubmitCode>("POST", "/api/request/simple/code");
export const requestLookupCode = plain<typeof requests.requestLookupCode>("POST", "/api/request/code");
export const searchRequests = plain<typeof requests.searchRequests>("POST", "/api/request/search");
export const requestCompanionLink = plain<typeof requests.requestCompanionLink>(
  "POST",
  "/api/request/companion-link",
);
export const cancelRequest = plain<typeof requests.cancelRequest>("POST", "/api/request/cancel");
export const seeLinkedVisit = plain<typeof visitLinks.seeLinkedVisit>("POST", "/api/visit-link/look");
export const agreeByLink = plain<typeof visitLinks.agreeByLink>("POST", "/api/visit-link/agree");
export const completeByLink = plain<typeof visitLinks.completeByLink>("POST", "/api/visit-link/complete");
export const chooseByLink = plain<typeof visitLinks.chooseByLink>("POST", "/api/visit-link/channel");
export const cancelByLink = plain<typeof visitLinks.cancelByLink>("POST", "/api/visit-link/cancel");
export const getLinkedCalendar = plain<typeof visitLinks.getLinkedCalendar>(
  "POST",
  "/api/visit-link/calendar",
);
export const seeDecidable = plain<typeof decisionLinks.seeDecidable>("POST", "/api/decision-link/look");
export const approveByLink = plain<typeof decisionLinks.approveByLink>("POST", "/api/decision-link/approve");
export const rejectByLink = plain<typeof decisionLinks.rejectByLink>("POST", "/api/decision-link/reject");
