/** When somebody is told that a visit waits. */

/** What the list of visits that wait says: how many, and which was made last. */
export interface Waiting {
  readonly total: number;
  readonly newest: number | undefined;
}

/**
 * Says of each reading whether a visit waits that did not before. The first reading is what was found, and nothing new.
 * A visit that this console made itself is none: who made it knows.
 * @param isOwn whether this console asked a host about that visit
 */
export function createWaitingWatch(isOwn: (visitId: number) => boolean): (now: Waiting) => boolean {
  let last: number | undefined;
  return ({ newest = 0 }) => {
    const before = last;
    last = Math.max(before ?? 0, newest);
    return before !== undefined && newest > before && !isOwn(newest);
  };
}

/** What became of a visit that a host was asked about; undefined while they have not answered. */
export function answerOf(statusCode: string): "approved" | "rejected" | "other" | undefined {
  if (statusCode === "applied") return undefined;
  return statusCode === "approved" || statusCode === "rejected" ? statusCode : "other";
}
