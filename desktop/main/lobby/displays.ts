/** Which of the computer's displays the lobby's player fills, and by what it is known again. */
import type { Display, Rectangle } from "electron";

type Shown = Pick<Display, "id" | "bounds" | "label">;

/** A display as it was when it was chosen. */
export interface LobbyChoice {
  readonly id: number;
  readonly bounds: Rectangle;
}

export const choiceOf = ({ id, bounds }: Shown): LobbyChoice => ({ id, bounds });

export const sameBounds = (a: Rectangle, b: Rectangle): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/**
 * The display to fill; undefined where it is not there, or where the desk works: the player never covers that one. Some
 * systems number displays anew at each start, hence the bounds.
 * @param desk the display that shows most of the desk's window
 */
export function findDisplay<D extends Shown>(
  { id, bounds }: LobbyChoice,
  displays: readonly D[],
  desk: number,
): D | undefined {
  const found =
    displays.find((display) => display.id === id) ??
    displays.find((display) => display.id !== desk && sameBounds(display.bounds, bounds));
  return found?.id === desk ? undefined : found;
}

/** The first display that is neither the primary one nor the desk's: IT said that there is a lobby, not which. */
export const secondDisplay = <D extends Shown>(
  displays: readonly D[],
  primary: number,
  desk: number,
): D | undefined => displays.find(({ id }) => id !== primary && id !== desk);

/** "DELL U2415 (1920 × 1200)". @param nameless for a display without a name, "{number}" is its place in the list */
export const displayLabel = ({ label, bounds }: Shown, place: number, nameless: string): string =>
  `${label === "" ? nameless.replace("{number}", String(place + 1)) : label} (${bounds.width} × ${bounds.height})`;
