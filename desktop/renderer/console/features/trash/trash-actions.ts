/** Hiding, bringing back, destroying: one call for all rows, all or nothing (docs/behaviour.md, "Privacy"). */
import { useMutation } from "@tanstack/react-query";
import { hardDelete, restoreVisits, softDelete, type TrashRow } from "#contract/privacy/privacy-trash.ts";
import { CallError, call } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";

const calls = { hide: softDelete, restore: restoreVisits, destroy: hardDelete } as const;

export type TrashAction = keyof typeof calls;

export interface TrashRequest {
  readonly action: TrashAction;
  /** The rows that it can be done to. */
  readonly rows: readonly TrashRow[];
  /** Those that were chosen, too, and stay as they are. */
  readonly left: readonly TrashRow[];
}

/** Why nothing was done at all, as the server says it: one sentence for all rows, or one for each kind of them. */
export function refusalText(error: unknown): string {
  if (error instanceof CallError && error.fields) return [...new Set(Object.values(error.fields))].join(" ");
  return failureText(error);
}

export function useTrashAction(onDone: (request: TrashRequest) => void) {
  return useMutation({
    mutationFn: ({ action, rows }: TrashRequest) =>
      call(calls[action], { body: { ids: rows.map(({ id }) => id) } }),
    onSuccess: (_, request) => onDone(request),
    // Somebody else may have been first; what is shown is then no longer so.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
}

/** What can be done with which rows of the trash, as the server would decide it (docs/behaviour.md, "Privacy"). */
type Row = Pick<TrashRow, "id" | "state" | "blocked" | "leaderId" | "followersCnt">;

export const canHide = ({ state, blocked }: Row): boolean => state === "due" && blocked === null;
export const canRestore = ({ state }: Row): boolean => state === "soft";
export const canDestroy = ({ blocked }: Row): boolean => blocked === null;

/** Visitors that some rows stand for: each with the companions, who go along, and nobody twice. */
export function peopleOf(rows: readonly Row[]): number {
  const ids = new Set(rows.map(({ id }) => id));
  return rows
    .filter(({ leaderId }) => leaderId === null || !ids.has(leaderId))
    .reduce((sum, { followersCnt }) => sum + 1 + followersCnt, 0);
}
