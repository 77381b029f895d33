/**
 * Compares the id of the newest pending request with the previous one.
 * @param isOwn whether the request was made in this window
 * @returns true for a new request; false for the first call and for own requests
 */
export function createPendingWatch(
  isOwn: (visitId: number) => boolean,
): (newest: number | undefined) => boolean {
  let last: number | undefined;
  return (newest = 0) => {
    const before = last;
    last = Math.max(before ?? 0, newest);
    return before !== undefined && newest > before && !isOwn(newest);
  };
}

/** The host's decision on a request; undefined while it is pending. */
export function decisionOf(statusCode: string): "approved" | "rejected" | "other" | undefined {
  if (statusCode === "applied") return undefined;
  return statusCode === "approved" || statusCode === "rejected" ? statusCode : "other";
}

const countPrefix = /^\(\d+\) /;

/**
 * Prefixes the page title with a count, "(2) 현황판 | 방문 관리", for the tab and the taskbar.
 * @returns the bare title for 0
 */
export const withCount = (title: string, count: number): string => {
  const baseTitle = title.replace(countPrefix, "");
  return count > 0 ? `(${count}) ${baseTitle}` : baseTitle;
};

/** Keeps the count in the title when a screen changes it. @returns removes the count */
export function showCountInTitle(count: number): () => void {
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
