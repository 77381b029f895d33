/** The calls about terms and policies. */
import type { Endpoint } from "#contract/endpoint.ts";
import {
  addTerms,
  addVersion,
  changeTerms,
  changeVersion,
  deployVersion,
  listTerms,
  listVersions,
  previewVersion,
  removeTerms,
  removeVersion,
  sortTerms,
} from "./managed-terms.ts";
import {
  addPolicy,
  applyPolicy,
  changePolicy,
  getAppliedPolicy,
  getPolicy,
  listPolicies,
  previewPolicy,
  removePolicy,
} from "./privacy-policies.ts";
import { getDeployedTerms } from "./terms.ts";

export const textEndpoints: readonly Endpoint[] = [
  getDeployedTerms,
  getAppliedPolicy,
  listPolicies,
  getPolicy,
  addPolicy,
  changePolicy,
  removePolicy,
  applyPolicy,
  previewPolicy,
  listTerms,
  addTerms,
  sortTerms,
  changeTerms,
  removeTerms,
  listVersions,
  addVersion,
  changeVersion,
  removeVersion,
  deployVersion,
  previewVersion,
];
