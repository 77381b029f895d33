import type { MessageStatus as Status } from "#contract/sms.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** The tints of the visits' badges: waiting, under way, done, wrong, over. */
const tints = {
  queued: "applied",
  sending: "approved",
  sent: "exited",
  kept: "approved",
  failed: "rejected",
  unknown: "entered",
  withdrawn: "ended",
} as const satisfies Record<Status, string>;

export function MessageStatus({ status }: { readonly status: Status }) {
  const t = useTranslate();
  return <StatusBadge code={tints[status]} name={t(`console.messages.${status}`)} />;
}
