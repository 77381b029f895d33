/** The style sheet of who has the system's own colours in force, or wants more contrast: nobody else fetches it. */
const query = "(forced-colors: active), (prefers-contrast: more)";

/** Fetches it where they are, or once they are switched on. */
export function followForcedColours(): void {
  const media = matchMedia(query);
  const load = () => {
    // without it the screens can still be used
    if (media.matches) import("../../styles/forced-colors.css").catch(() => undefined);
  };
  load();
  media.addEventListener("change", load);
}
