import type { Pass } from "#contract/passes.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** The tints of the visits' badges: ready, out, gone, put away. */
const tints = { available: "approved", issued: "entered", lost: "rejected", retired: "ended" } as const;

export function PassStatus({ status }: { readonly status: Pass["status"] }) {
  const t = useTranslate();
  return <StatusBadge code={tints[status]} name={t(`console.passes.${status}`)} />;
}
