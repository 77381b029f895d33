import type { HostUserAnswer } from "#contract/host-users.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** Where somebody stands with signing in. */
export type AccountState = "resigned" | "locked" | "ready" | "invited" | "uninvited";

export function accountStateOf({ status, locked, hasPassword, invited }: HostUserAnswer): AccountState {
  if (status === "resigned") return "resigned";
  if (locked) return "locked";
  if (hasPassword) return "ready";
  return invited ? "invited" : "uninvited";
}

/** The tints of the visits' badges. */
const tints = {
  resigned: "ended",
  locked: "rejected",
  ready: "exited",
  invited: "approved",
  uninvited: "entered",
} as const;

export function AccountBadge({ user }: { readonly user: HostUserAnswer }) {
  const t = useTranslate();
  const state = accountStateOf(user);
  return <StatusBadge code={tints[state]} name={t(`console.hostUsers.state.${state}`)} />;
}
