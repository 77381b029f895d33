/** Loads the style sheet for forced colours or higher contrast only when it is needed. */
const query = "(forced-colors: active), (prefers-contrast: more)";

/** Loads it now or when the preference changes. */
export function followForcedColours(): void {
  const media = matchMedia(query);
  const load = () => {
    // the screens stay usable without it
    if (media.matches) import("../../styles/forced-colors.css").catch(() => undefined);
  };
  load();
  media.addEventListener("change", load);
}
