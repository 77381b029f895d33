/** Actions on a visit. The response updates the cache, then all visit queries are refetched. */
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { StatusCode } from "#contract/visits/status.ts";
import {
  approveVisit,
  cancelVisit,
  closeVisit,
  recoverVisit,
  rejectVisit,
  undoVisit,
} from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { call } from "../../lib/api.ts";
import { translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { cacheVisits } from "./queries.ts";
import { toastWithUndo } from "./undo/undo-toast.tsx";

const calls = {
  approve: approveVisit,
  reject: rejectVisit,
  undo: undoVisit,
  cancel: cancelVisit,
  close: closeVisit,
  recovery: recoverVisit,
} as const;

/** Actions that need at most a reason or the returned passes. */
export type PlainAction = keyof typeof calls;

interface ActionOnVisit {
  readonly action: PlainAction;
  readonly id: number;
  /** Status before the action. */
  readonly from: StatusCode;
  readonly reason?: string;
  readonly showReason?: boolean;
  readonly note?: string;
  readonly passReturned?: boolean;
  readonly carPassReturned?: boolean;
}

export function useVisitAction(onDone?: (visit: VisitAnswer, action: PlainAction) => void) {
  return useMutation({
    mutationFn: ({ action, id, from: _, ...body }: ActionOnVisit): Promise<VisitAnswer> =>
      call(calls[action], { params: { id: String(id) }, body }),
    onSuccess: (visit, { action, from }) => {
      cacheVisits([visit]);
      const text = translate(`console.done.${action}`, { name: visit.name });
      // only a check-out can be undone, not the return of a pass after it
      if (action === "recovery" && from === "entered") toastWithUndo({ text, action, visits: [visit] });
      else toast.success(text, { toastId: `${action}-${visit.id}` });
      onDone?.(visit, action);
    },
    // a colleague decided first, or it is too late
    onError: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
}
