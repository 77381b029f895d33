/** Doing something with a visit: the answer stands in its place at once, and everything about visits is read again. */
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

/** Actions that take the visit, and at most a few words or answers. */
export type PlainAction = keyof typeof calls;

interface ActionOnVisit {
  readonly action: PlainAction;
  readonly id: number;
  /** The status that the visit is in before. */
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
      // A pass that came back later is no exit: there is nothing to take back.
      if (action === "recovery" && from === "entered") toastWithUndo({ text, action, visits: [visit] });
      else toast.success(text, { toastId: `${action}-${visit.id}` });
      onDone?.(visit, action);
    },
    // Somebody decided first, or it is too late: what is shown is no longer so.
    onError: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
}
