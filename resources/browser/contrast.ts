/** Luminance and contrast of colours (WCAG 2.2). As text, colours are "#rrggbb". */

/** Components from 0 to 255, not rounded. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const parseColour = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

export const formatColour = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

export const isHexColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Mixes two colours; `share` from 0 to 1. */
export function mixRgb(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (one: number, other: number) => one + (other - one) * share;
  return [part(from[0], to[0]), part(from[1], to[1]), part(from[2], to[2])];
}

/** As `mixRgb`, for "#rrggbb". */
export const mix = (from: string, to: string, share: number): string =>
  formatColour(mixRgb(parseColour(from), parseColour(to), share));

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** From 1, equal, to 21, black on white. */
export function contrastRgb(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** As `contrastRgb`, for "#rrggbb". */
export const contrast = (one: string, other: string): number =>
  contrastRgb(parseColour(one), parseColour(other));

/** White, or black where white has too little contrast; one of them always reaches 4.5. */
export const readableOn = (background: string): string =>
  contrast("#ffffff", background) >= 4.5 ? "#ffffff" : "#000000";

/** Darkens a colour until it is legible as text on a light background. */
export function readableText(colour: string, background: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const darker = mix(colour, "#000000", share);
    if (contrast(darker, background) >= 4.6) return darker;
  }
  return "#000000";
}
