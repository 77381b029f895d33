import type { ErasureRequestAnswer } from "#contract/erasure-requests.ts";
import type { StatusCode } from "#contract/status.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

type State = ErasureRequestAnswer["state"];

/** The colours of the visits' statuses that mean the same. */
const codes: Readonly<Record<State, StatusCode>> = {
  open: "entered",
  erased: "exited",
  refused: "cancelled",
};

export function RequestState({ state }: { readonly state: State }) {
  const t = useTranslate();
  return <StatusBadge code={codes[state]} name={t(`console.erasure.${state}`)} />;
}
