/** Links from outside the app (`visit://…`) open their visit in the list of visits. */
import type { Bridge, VisitLink } from "../../../ipc.ts";

/** The search of the list of visits that shows what a link names. */
export const searchOf = (link: VisitLink) => ("id" in link ? { visit: link.id } : { q: link.reserveNo });

/**
 * Opens the link that waits, and those that arrive later. Who is not signed in comes to the sign-in first and is then
 * led on, as with every address of the console.
 * @param open goes to the list of visits with this search
 */
export function followLinks(app: Bridge, open: (search: ReturnType<typeof searchOf>) => void): () => void {
  const take = () =>
    app.takeLink().then(
      (link) => {
        if (link) open(searchOf(link));
      },
      // the app says so in its log
      () => {},
    );
  void take();
  return app.onLink(() => void take());
}
