/** Selects the display for the lobby player and recognises it after a restart. */
import type { Display, Rectangle } from "electron";

type Shown = Pick<Display, "id" | "bounds" | "label">;

/** The chosen display. */
export interface LobbyChoice {
  readonly id: number;
  readonly bounds: Rectangle;
}

export const choiceOf = ({ id, bounds }: Shown): LobbyChoice => ({ id, bounds });

export const sameBounds = (a: Rectangle, b: Rectangle): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/**
 * Finds the chosen display; undefined when it is disconnected or the desk's window is on it: the player never covers
 * that one. Some systems renumber displays at each start, so bounds are compared, too.
 * @param desk id of the display with the desk's window
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

/**
 * The first display that is neither the primary one nor the desk's, for a policy that enables the lobby without naming
 * a display.
 */
export const secondDisplay = <D extends Shown>(
  displays: readonly D[],
  primary: number,
  desk: number,
): D | undefined => displays.find(({ id }) => id !== primary && id !== desk);

/**
 * "DELL U2415 (1920 × 1200)". @param nameless label of a display without a name; "{number}" is its position in the list
 */
export const displayLabel = ({ label, bounds }: Shown, place: number, nameless: string): string =>
  `${label === "" ? nameless.replace("{number}", String(place + 1)) : label} (${bounds.width} × ${bounds.height})`;
