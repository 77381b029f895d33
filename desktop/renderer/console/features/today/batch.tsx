import { useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { PartyForm } from "../visits/issue/party-form.tsx";
import { ReturnForm } from "../visits/return-passes.tsx";
import type { BoardAction } from "./board-tabs.ts";

interface Props {
  readonly action: BoardAction;
  readonly visits: readonly VisitAnswer[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Those who were chosen get their passes, or give them back, one after the other and with one press. */
export function Batch({ action, visits, onClose, onDone }: Props) {
  // who is done leaves the list and stays in the form, which knows them
  const [group] = useState(visits);
  const now = group.map((row) => visits.find(({ id }) => id === row.id) ?? { ...row, actions: [] });
  if (action === "issue") return <PartyForm areChosen group={now} onDone={onDone} takesFocus />;
  return (
    <ReturnForm
      members={now.filter(({ actions }) => actions.includes("recovery"))}
      onCancel={onClose}
      onDone={onDone}
      takesFocus
    />
  );
}
