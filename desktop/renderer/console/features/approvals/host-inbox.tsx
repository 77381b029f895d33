import { Stack } from "@mantine/core";
import { useState } from "react";
import { useBouncedVisits } from "../notifications/queries.ts";
import type { ApprovalsSearch } from "../visits/search.ts";
import type { VisitDrawerAction } from "../visits/visit-actions.tsx";
import { BouncedCards } from "./bounced-cards.tsx";
import { HostDay } from "./host-day.tsx";
import { type LastDecision, LastDecisionBar } from "./last-decision.tsx";
import { RequestCards } from "./request-cards.tsx";

interface Props {
  readonly search: ApprovalsSearch;
  readonly isForAll: boolean;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: number, action?: VisitDrawerAction) => void;
}

/**
 * A host's pending work: requests to decide and visitors whose e-mail bounced. Below it, today's visitors and a bar that
 * undoes the last decision.
 */
export function HostInbox(props: Props) {
  const { onOpen } = props;
  const [last, setLast] = useState<LastDecision>();
  const bouncedVisits = useBouncedVisits();
  return (
    <Stack gap="md">
      <RequestCards
        {...props}
        showsEmptyState={bouncedVisits.length === 0}
        onDecided={(action, visit) =>
          setLast(action === "approve" || action === "reject" ? { action, visit } : undefined)
        }
      />
      <BouncedCards onOpen={onOpen} visits={bouncedVisits} />
      <HostDay onOpen={onOpen} />
      {last?.visit.actions.includes("undo") && (
        <LastDecisionBar last={last} onClose={() => setLast(undefined)} />
      )}
    </Stack>
  );
}
