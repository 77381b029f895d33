import { Stack } from "@mantine/core";
import { useState } from "react";
import { useUnreached } from "../attention/unreached.ts";
import type { ApprovalsSearch } from "../visits/search.ts";
import type { VisitDrawerAction } from "../visits/visit-actions.tsx";
import { HostDay } from "./host-day.tsx";
import { type LastDecision, LastDecisionBar } from "./last-decision.tsx";
import { RequestCards } from "./request-cards.tsx";
import { UnreachedCards } from "./unreached-cards.tsx";

interface Props {
  readonly search: ApprovalsSearch;
  readonly isForAll: boolean;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: number, action?: VisitDrawerAction) => void;
}

/**
 * What waits for a host, and empties: requests to decide and visitors whom nothing reaches. Below it who comes today; what
 * was decided last can be taken back as long as nothing else is.
 */
export function HostInbox(props: Props) {
  const { onOpen } = props;
  const [last, setLast] = useState<LastDecision>();
  const unreached = useUnreached();
  return (
    <Stack gap="md">
      <RequestCards
        {...props}
        isEmptySaid={unreached.length === 0}
        onDecided={(action, visit) =>
          setLast(action === "approve" || action === "reject" ? { action, visit } : undefined)
        }
      />
      <UnreachedCards onOpen={onOpen} visits={unreached} />
      <HostDay onOpen={onOpen} />
      {last?.visit.actions.includes("undo") && (
        <LastDecisionBar last={last} onClose={() => setLast(undefined)} />
      )}
    </Stack>
  );
}
