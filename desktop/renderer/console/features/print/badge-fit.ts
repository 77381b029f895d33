/**
 * Fits badges to their paper with the largest possible font, at least 8 points (badge.module.css). If that is not enough,
 * parts are hidden, the least important first; visitor, host, time and pass always stay.
 */
import { bounds } from "../../../../badge-papers.ts";

const scales = { min: 0.28, max: 1.4, step: 0.04 } as const;
const maxSteps = Math.round((scales.max - scales.min) / scales.step);
/** Levels of hiding: department, site, place, escort, and last the labels, with tighter spacing. */
const maxHiddenLevel = 5;
const pixelsPerMm = 96 / 25.4;
/** On a roll the font follows the printable width; millimetres at scale 1. */
const defaultWidth = 78;
/** Length of a badge on a roll before its font shrinks, as a multiple of the printable width. */
const maxAspectRatio = 1.7;

const bodyOf = (badge: HTMLElement) => badge.firstElementChild as HTMLElement;

/** Millimetres on paper, without the zoom of narrow windows. */
const heightOf = (element: HTMLElement): number =>
  element.getBoundingClientRect().height / (element.currentCSSZoom ?? 1) / pixelsPerMm;

function fits(badge: HTMLElement): boolean {
  const body = bodyOf(badge);
  return body.scrollHeight <= body.clientHeight && body.scrollWidth <= body.clientWidth;
}

const setScale = (badge: HTMLElement, scale: number) => badge.style.setProperty("--scale", scale.toFixed(2));

const hideParts = (badge: HTMLElement, level: number) => {
  badge.dataset.hiddenLevel = String(level);
};

/** Binary search: the largest value for which `holds` is true. It must be true for `low` and monotonic. */
function largest(low: number, high: number, holds: (value: number) => boolean): number {
  let [good, open] = [low, high];
  while (good < open) {
    const middle = Math.ceil((good + open) / 2);
    if (holds(middle)) good = middle;
    else open = middle - 1;
  }
  return good;
}

/** Fits a badge to paper of fixed size. @returns false if it does not fit */
export function fitLabel(badge: HTMLElement): boolean {
  const holds = (step: number) => {
    setScale(badge, scales.min + step * scales.step);
    return fits(badge);
  };
  for (let level = 0; level <= maxHiddenLevel; level++) {
    hideParts(badge, level);
    if (!holds(0)) continue;
    setScale(badge, scales.min + largest(0, maxSteps, holds) * scales.step);
    return true;
  }
  return false;
}

/**
 * Fits a badge to a roll.
 * @param width printable width, millimetres
 * @param isTurned text runs along the roll
 * @returns the length of the badge, millimetres
 */
export function fitRoll(badge: HTMLElement, width: number, isTurned: boolean): number {
  hideParts(badge, 0);
  const defaultScale = Math.min(Math.max(width / defaultWidth, scales.min), 1.1);
  return isTurned
    ? lengthAlong(badge, width * maxAspectRatio)
    : lengthAcross(badge, defaultScale, width * maxAspectRatio);
}

/** Text along the roll: the largest font at the target length; longer only if the smallest font needs it. */
function lengthAlong(badge: HTMLElement, targetLength: number): number {
  const fitsAt = (length: number) => {
    badge.style.setProperty("--tried-width", `${length}mm`);
    return fits(badge);
  };
  const scaleTo = (step: number) => setScale(badge, scales.min + step * scales.step);
  const shortest = Math.max(bounds.longerSide, Math.ceil(targetLength * 0.75));
  const goal = Math.max(shortest, targetLength);
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

/** Text across the roll: a smaller font if the badge would become too long. */
function lengthAcross(badge: HTMLElement, defaultScale: number, targetLength: number): number {
  const steps = Math.floor((defaultScale - scales.min) / scales.step);
  const scaleTo = (step: number) => setScale(badge, defaultScale - (steps - step) * scales.step);
  const isShort = (step: number) => {
    scaleTo(step);
    return heightOf(bodyOf(badge)) <= targetLength;
  };
  badge.style.setProperty("--tried-height", "auto");
  scaleTo(largest(0, steps, isShort));
  const height = heightOf(badge);
  badge.style.removeProperty("--tried-height");
  return Math.ceil(height);
}
