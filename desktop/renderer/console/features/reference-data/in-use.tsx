import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** Whether something is offered, in the tints of the visits' badges. */
export function InUse({ isInUse }: { readonly isInUse: boolean }) {
  const t = useTranslate();
  return (
    <StatusBadge
      code={isInUse ? "approved" : "ended"}
      name={t(isInUse ? "console.baseData.inUse" : "console.baseData.outOfUse")}
    />
  );
}
