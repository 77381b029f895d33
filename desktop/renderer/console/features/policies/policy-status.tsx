import type { PolicySummary } from "#contract/privacy-policies.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** In force, in force once, or never. */
export function PolicyStatus({ policy }: { readonly policy: Pick<PolicySummary, "applied" | "editable"> }) {
  const t = useTranslate();
  if (policy.applied) return <StatusBadge code="exited" name={t("console.texts.inForce")} />;
  return policy.editable ? (
    <StatusBadge code="applied" name={t("console.texts.draft")} />
  ) : (
    <StatusBadge code="ended" name={t("console.texts.wasInForce")} />
  );
}
