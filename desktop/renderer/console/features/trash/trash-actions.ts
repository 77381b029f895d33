/** Hides, restores and destroys visits: one call for all rows, all or nothing (docs/behaviour.md, "Privacy"). */
import { useMutation } from "@tanstack/react-query";
import { hardDelete, restoreVisits, softDelete, type TrashRow } from "#contract/privacy/privacy-trash.ts";
import { call } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

const calls = { hide: softDelete, restore: restoreVisits, destroy: hardDelete } as const;

export type TrashAction = keyof typeof calls;

export interface TrashRequest {
  readonly action: TrashAction;
  /** Rows to which the action applies. */
  readonly rows: readonly TrashRow[];
  /** Selected rows to which it does not apply. */
  readonly skipped: readonly TrashRow[];
}

export function useTrashAction(onDone: (request: TrashRequest) => void) {
  return useMutation({
    mutationFn: ({ action, rows }: TrashRequest) =>
      call(calls[action], { body: { ids: rows.map(({ id }) => id) } }),
    onSuccess: (_, request) => onDone(request),
    // on failure, too: a colleague may have changed the visits
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
}

/** The checks below follow the server's rules (docs/behaviour.md, "Privacy"). */
type Row = Pick<TrashRow, "id" | "state" | "blocked" | "leaderId" | "followersCnt">;

export const canHide = ({ state, blocked }: Row): boolean => state === "due" && blocked === null;
export const canRestore = ({ state }: Row): boolean => state === "soft";
export const canDestroy = ({ blocked }: Row): boolean => blocked === null;

/** Number of visitors in these rows with their companions, each counted once. */
export function countPeople(rows: readonly Row[]): number {
  const ids = new Set(rows.map(({ id }) => id));
  return rows
    .filter(({ leaderId }) => leaderId === null || !ids.has(leaderId))
    .reduce((sum, { followersCnt }) => sum + 1 + followersCnt, 0);
}
