/**
 * Fits badges into their paper: letters as large as there is room for, and nothing smaller than 8 points (badge.module.css).
 * What has no room even then is left out as a whole, the least important first; who, whose guest, when and with which pass
 * always stays.
 */
import { bounds } from "../../../../badge-papers.ts";

const scales = { min: 0.28, max: 1.4, step: 0.04 } as const;
const maxSteps = Math.round((scales.max - scales.min) / scales.step);
/** How much can be left out: department, site, place, escort, and last the labels, with all set close. */
const maxLeftOut = 5;
const pixelsPerMm = 96 / 25.4;
/** A roll's letters follow its breadth; this is the breadth of a badge's inside at scale 1. */
const defaultBreadth = 78;
/** How long a badge on a roll becomes before its letters shrink, as a multiple of what is printed of the breadth. */
const comfortable = 1.7;

const bodyOf = (badge: HTMLElement) => badge.firstElementChild as HTMLElement;

/** Millimetres on paper; a narrow window shows it smaller. */
const heightOf = (element: HTMLElement): number =>
  element.getBoundingClientRect().height / (element.currentCSSZoom ?? 1) / pixelsPerMm;

function fits(badge: HTMLElement): boolean {
  const body = bodyOf(badge);
  return body.scrollHeight <= body.clientHeight && body.scrollWidth <= body.clientWidth;
}

const setScale = (badge: HTMLElement, scale: number) => badge.style.setProperty("--scale", scale.toFixed(2));

const leaveOut = (badge: HTMLElement, count: number) => {
  badge.dataset.leftOut = String(count);
};

/** The largest number from `low` on for which it holds; it holds for `low`, and for all below one for which it does. */
function largest(low: number, high: number, holds: (value: number) => boolean): number {
  let [good, open] = [low, high];
  while (good < open) {
    const middle = Math.ceil((good + open) / 2);
    if (holds(middle)) good = middle;
    else open = middle - 1;
  }
  return good;
}

/** On paper of one size. @returns whether all of it has room */
export function fitLabel(badge: HTMLElement): boolean {
  const holds = (step: number) => {
    setScale(badge, scales.min + step * scales.step);
    return fits(badge);
  };
  for (let count = 0; count <= maxLeftOut; count++) {
    leaveOut(badge, count);
    if (!holds(0)) continue;
    setScale(badge, scales.min + largest(0, maxSteps, holds) * scales.step);
    return true;
  }
  return false;
}

/**
 * On a roll.
 * @param across what the margins leave of its breadth, millimetres
 * @param isTurned the badge's text runs along the roll
 * @returns the length that the badge takes, millimetres
 */
export function fitRoll(badge: HTMLElement, across: number, isTurned: boolean): number {
  leaveOut(badge, 0);
  const usual = Math.min(Math.max(across / defaultBreadth, scales.min), 1.1);
  return isTurned
    ? lengthAlong(badge, across * comfortable)
    : lengthAcross(badge, usual, across * comfortable);
}

/** Text along the roll: as large as it can be on a length that is handy, longer only where the smallest letters need it. */
function lengthAlong(badge: HTMLElement, wanted: number): number {
  const fitsAt = (length: number) => {
    badge.style.setProperty("--tried-width", `${length}mm`);
    return fits(badge);
  };
  const scaleTo = (step: number) => setScale(badge, scales.min + step * scales.step);
  const shortest = Math.max(bounds.longerSide, Math.ceil(wanted * 0.75));
  const goal = Math.max(shortest, wanted);
  scaleTo(
    largest(0, maxSteps, (step) => {
      scaleTo(step);
      return fitsAt(goal);
    }),
  );
  const isTooShort = (length: number) => !fitsAt(length);
  const length = isTooShort(shortest) ? largest(shortest, bounds.length.max - 1, isTooShort) + 1 : shortest;
  badge.style.removeProperty("--tried-width");
  return length;
}

/** Text across the roll: smaller letters where much would make a long badge. */
function lengthAcross(badge: HTMLElement, usual: number, wanted: number): number {
  const steps = Math.floor((usual - scales.min) / scales.step);
  const scaleTo = (step: number) => setScale(badge, usual - (steps - step) * scales.step);
  const isShort = (step: number) => {
    scaleTo(step);
    return heightOf(bodyOf(badge)) <= wanted;
  };
  badge.style.setProperty("--tried-height", "auto");
  scaleTo(largest(0, steps, isShort));
  const height = heightOf(badge);
  badge.style.removeProperty("--tried-height");
  return Math.ceil(height);
}
