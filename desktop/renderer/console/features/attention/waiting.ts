/** When somebody is told that a visit waits. */

/** What the list of visits that wait says: how many, and which was made last. */
interface Waiting {
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

const counted = /^\(\d+\) /;

/**
 * "(2) 현황판 | 방문 관리": how many visits wait, where a tab or the taskbar shows the page's title.
 * @returns the title with the number before it; without one for 0
 */
export const withCount = (title: string, count: number): string => {
  const bare = title.replace(counted, "");
  return count > 0 ? `(${count}) ${bare}` : bare;
};

/** Keeps the number there, whichever screen writes the title next. @returns takes it away */
export function countInTitle(count: number): () => void {
  const apply = (next: number) => {
    const title = withCount(document.title, next);
    if (title !== document.title) document.title = title;
  };
  apply(count);
  const observer = new MutationObserver(() => apply(count));
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    apply(0);
  };
}
