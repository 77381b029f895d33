/** Privacy policies → answers: the one in force for visitors, all of them for those who manage them. */
import { safeHtml, storedHtmlOrNothing } from "#api/safe-html.ts";
import type { PolicyRow } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import type {
  AppliedPolicy,
  Policy,
  PolicyPreview,
  PolicySummary,
} from "#contract/texts/privacy-policies.ts";
import { type PolicySummaryRow, revisionOfPolicy, type WholePolicyRow } from "./policies.ts";

export const presentPolicy = (row: PolicyRow): AppliedPolicy => ({
  id: row.id,
  content: safeHtml(row.content),
  enContent: safeHtml(row.enContent),
});

export const presentPolicySummary = (row: PolicySummaryRow, timezone: string): PolicySummary => ({
  ...row,
  appliedAt: row.appliedAt && fromInstant(row.appliedAt, timezone),
  periods: row.periods.map(({ from, until }) => ({
    from: fromInstant(new Date(from), timezone),
    until: until && fromInstant(new Date(until), timezone),
  })),
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

export const presentPolicyWhole = (row: WholePolicyRow, timezone: string): Policy => ({
  ...presentPolicySummary(row, timezone),
  content: safeHtml(row.content),
  enContent: safeHtml(row.enContent),
  revision: revisionOfPolicy(row),
});

export const presentPolicyPreview = (draft: PolicyPreview): PolicyPreview => ({
  content: storedHtmlOrNothing(draft.content),
  enContent: storedHtmlOrNothing(draft.enContent),
});
