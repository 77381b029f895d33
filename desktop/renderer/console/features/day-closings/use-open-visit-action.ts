import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { OpenVisit } from "#contract/visits/day-closings.ts";
import { markOvernight, recoverVisit } from "#contract/visits/visit-actions.ts";
import { CallError, call } from "../../lib/api.ts";
import { failureText, showFailure, warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { passCallsOf } from "../passes/queries.ts";

export type OpenVisitAction =
  /** Checks out; `leftAt` undefined means now. For visitors who have already left, returns the passes. */
  | {
      readonly kind: "left";
      readonly leftAt: string | undefined;
      readonly passReturned: boolean;
      readonly carPassReturned: boolean;
    }
  | { readonly kind: "lost" }
  | { readonly kind: "overnight"; readonly overnight: boolean };

export const isInside = ({ visit }: OpenVisit): boolean => visit.statusCode === "entered";

type ActionName = "left" | "lost" | "overnight" | "overnightEnd";

export function isApplicable(row: OpenVisit, action: ActionName): boolean {
  if (action === "left") return row.visit.actions.includes("recovery");
  if (action === "lost") return row.passes.length > 0;
  return isInside(row) && (row.visit.overnight !== null) === (action === "overnightEnd");
}

async function send(row: OpenVisit, action: OpenVisitAction): Promise<void> {
  const params = { id: String(row.visit.id) };
  if (action.kind === "overnight") {
    await call(markOvernight, { params, body: { overnight: action.overnight } });
  } else if (action.kind === "left") {
    const { kind: _, leftAt, ...returned } = action;
    await call(recoverVisit, { params, body: { ...returned, ...(isInside(row) && { leftAt }) } });
  } else {
    for (const { id, vehicle } of row.passes)
      await call(passCallsOf(vehicle).change, { params: { id: String(id) }, body: { id, status: "lost" } });
  }
}

interface OpenVisitsAction {
  readonly rows: readonly OpenVisit[];
  readonly action: OpenVisitAction;
}

/** Applies an action to visits one by one; a refused one does not stop the others. */
export function useOpenVisitAction(onDone: (refused: readonly OpenVisit[]) => void) {
  const t = useTranslate();
  return useMutation({
    async mutationFn({ rows, action }: OpenVisitsAction) {
      const refused: { row: OpenVisit; error: unknown }[] = [];
      for (const row of rows) await send(row, action).catch((error: unknown) => refused.push({ row, error }));
      return { refused, count: rows.length - refused.length };
    },
    onSuccess({ refused, count }, { action }) {
      const done = action.kind === "overnight" && !action.overnight ? "overnightEnd" : action.kind;
      if (count > 0) toast.success(t(`console.closing.done_${done}`, { count }));
      const [first] = refused;
      if (first) showFailure(first.error);
      // a time of leaving that is not possible
      if (first?.error instanceof CallError && first.error.fields) warn(failureText(first.error));
      onDone(refused.map(({ row }) => row));
    },
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
      void queryClient.invalidateQueries({ queryKey: ["passes"] });
    },
  });
}
