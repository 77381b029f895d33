/** "(2) 현황판 | 방문 관리": how many visits wait, where a tab or the taskbar shows the page's title. */

const counted = /^\(\d+\) /;

/** @returns the title with the number before it; without one for 0 */
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
