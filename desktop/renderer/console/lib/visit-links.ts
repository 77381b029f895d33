/** Opens external links (`visit://…`) in the list of visits. */
import type { Bridge, VisitLink } from "../../../ipc.ts";

/** Search parameters of the list of visits for a link. */
export const searchOf = (link: VisitLink) => ("id" in link ? { visit: link.id } : { q: link.reserveNo });

/**
 * Opens the pending link and later ones. A user who is not signed in signs in first, as for every address of the
 * console.
 * @param open navigates to the list of visits with this search
 */
export function followLinks(app: Bridge, open: (search: ReturnType<typeof searchOf>) => void): () => void {
  const take = () =>
    app.takeLink().then(
      (link) => {
        if (link) open(searchOf(link));
      },
      // the main process logs it
      () => {},
    );
  void take();
  return app.onLink(() => void take());
}
