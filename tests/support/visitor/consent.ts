/** Consents by visitors. */
import { expect } from "vitest";
import { type ContentType, mandatoryTypes } from "#contract/texts/terms.ts";
import type { TestServer } from "../api.ts";

interface DeployedTerms {
  readonly id: number;
  readonly contentType: ContentType;
  readonly currentVersion: { readonly version: number };
}

/** Consent to the current versions of all mandatory Korean terms. */
export async function consentNow(server: TestServer) {
  const [policy, terms] = [await server.get("/api/privacy/applied"), await server.get("/api/terms/deployed")];
  expect([policy.status, terms.status]).toEqual([200, 200]);
  const mandatory = (terms.body as DeployedTerms[]).filter((one) => mandatoryTypes.includes(one.contentType));
  return {
    privacy: true,
    privacyPolicyId: policy.body.id,
    agreements: mandatory.map(({ id, currentVersion: { version } }) => ({
      termsId: id,
      version,
      agreed: true,
    })),
  };
}
