import { useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { PartyForm } from "../visits/issue/party-form.tsx";
import { PartyRecoveryForm } from "../visits/recovery/party-recovery.tsx";
import type { BoardAction } from "./board-tabs.ts";

interface Props {
  readonly action: BoardAction;
  readonly visits: readonly VisitAnswer[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Checks several visits in or out. */
export function BulkActionForm({ action, visits, onClose, onDone }: Props) {
  // visits that are done leave `visits`, but stay in the form
  const [group] = useState(visits);
  const current = group.map((row) => visits.find(({ id }) => id === row.id) ?? { ...row, actions: [] });
  if (action === "issue") return <PartyForm areChosen group={current} onDone={onDone} takesFocus />;
  return (
    <PartyRecoveryForm
      members={current.filter(({ actions }) => actions.includes("recovery"))}
      onCancel={onClose}
      onDone={onDone}
      takesFocus
    />
  );
}
