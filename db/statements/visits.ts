/** Consents that are stored with a new visit. */
import type { ColumnTypes } from "./records.ts";

/** An answer to a text that was put to a visitor. */
export interface NewConsent {
  readonly termsVersionId: number | null;
  readonly privacyPolicyId: number | null;
  readonly agreed: boolean;
}

export const consentColumns = {
  termsVersionId: "integer",
  privacyPolicyId: "integer",
  agreed: "boolean",
} as const satisfies ColumnTypes<NewConsent>;
