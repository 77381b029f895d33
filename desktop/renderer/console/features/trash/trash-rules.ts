/** What can be done with which rows of the trash, as the server would decide it (decisions, "Privacy"). */
import type { TrashRow } from "#contract/privacy-trash.ts";

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
