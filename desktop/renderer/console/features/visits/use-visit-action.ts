/** Doing something with a visit: the answer stands in its place at once, and everything about visits is read again. */
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import {
  approveVisit,
  cancelVisit,
  closeVisit,
  recoverVisit,
  rejectVisit,
  revertVisit,
  undoVisit,
} from "#contract/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits.ts";
import { call } from "../../lib/api.ts";
import { currentLanguage, translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { visitQuery } from "./queries.ts";

const calls = {
  approve: approveVisit,
  reject: rejectVisit,
  undo: undoVisit,
  cancel: cancelVisit,
  close: closeVisit,
  recovery: recoverVisit,
  revert: revertVisit,
} as const;

/** Actions that take the visit, and at most a few words or answers. */
export type PlainAction = keyof typeof calls;

interface PlainActionBody {
  readonly reason?: string;
  readonly note?: string;
  readonly passReturned?: boolean;
  readonly carPassReturned?: boolean;
}

/** Takes up visits as an action left them. */
export function cacheVisits(visits: readonly VisitAnswer[]): void {
  for (const visit of visits)
    queryClient.setQueryData(visitQuery(visit.id, currentLanguage()).queryKey, visit);
  void queryClient.invalidateQueries({ queryKey: ["visits"] });
}

export function useVisitAction(onDone?: (visit: VisitAnswer, action: PlainAction) => void) {
  return useMutation({
    mutationFn: ({
      action,
      id,
      ...body
    }: { readonly action: PlainAction; readonly id: number } & PlainActionBody): Promise<VisitAnswer> =>
      call(calls[action], { params: { id: String(id) }, body }),
    onSuccess: (visit, { action }) => {
      cacheVisits([visit]);
      toast.success(translate(`console.done.${action}`, { name: visit.name }), {
        toastId: `${action}-${visit.id}`,
      });
      onDone?.(visit, action);
    },
    // Somebody decided first, or it is too late: what is shown is no longer so.
    onError: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
}
