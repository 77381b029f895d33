/** Hiding, bringing back, destroying: one call for all rows, all or nothing (decisions, "Privacy"). */
import { useMutation } from "@tanstack/react-query";
import { hardDelete, restoreVisits, softDelete, type TrashRow } from "#contract/privacy-trash.ts";
import { CallError, call } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";

const calls = { hide: softDelete, restore: restoreVisits, destroy: hardDelete } as const;

export type TrashMove = keyof typeof calls;

export interface Moving {
  readonly move: TrashMove;
  /** The rows that it can be done to. */
  readonly rows: readonly TrashRow[];
  /** Those that were chosen, too, and stay as they are. */
  readonly left: readonly TrashRow[];
}

/** Why nothing was done at all, as the server says it: one sentence for all rows, or one for each kind of them. */
export function refusalText(error: unknown): string {
  if (error instanceof CallError && error.fields) return [...new Set(Object.values(error.fields))].join(" ");
  return error instanceof CallError && error.status === 405 ? String(error.body) : failureText(error);
}

export function useTrashMove(onDone: (moving: Moving) => void) {
  return useMutation({
    mutationFn: ({ move, rows }: Moving) => call(calls[move], { body: { ids: rows.map(({ id }) => id) } }),
    onSuccess: (_, moving) => onDone(moving),
    // Somebody else may have been first; what is shown is then no longer so.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
}
