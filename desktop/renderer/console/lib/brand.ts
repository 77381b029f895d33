/** The site's colour (look: one brand colour, configurable) as the ten shades that Mantine draws with. */
import type { MantineColorsTuple } from "@mantine/core";

type Rgb = readonly [red: number, green: number, blue: number];

export const usualBrand = "#1d3f8f";

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** What the dark shades stand on. */
const darkSurface: Rgb = [24, 29, 39];

/** AA for text of the usual size, and for what is not text. */
const readable = 4.5;
const visible = 3;

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const format = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (from: number, to: number) => from + (to - from) * share;
  return [part(one[0], other[0]), part(one[1], other[1]), part(one[2], other[2])];
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Contrast of two colours, `#rrggbb`: from 1, the same, to 21, black on white (WCAG 2.2). */
export const contrastOf = (one: string, other: string): number => contrast(parse(one), parse(other));

/** The colour, moved towards another until it stands out enough from a ground. */
function untilClear(colour: Rgb, towards: Rgb, ground: Rgb, enough: number): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mix(colour, towards, share);
    if (contrast(moved, ground) >= enough) return moved;
  }
  return towards;
}

/**
 * Shade 8 is the colour itself, as dark as white text on it needs; on dark ground 5 fills and 3 and 4 are text.
 * @param hex `#rrggbb`; anything else gives the usual colour's
 */
export function shadesOf(hex: string): MantineColorsTuple {
  const chosen = parse(/^#[0-9a-f]{6}$/i.test(hex) ? hex : usualBrand);
  const main = untilClear(chosen, black, white, readable);
  const fill = untilClear(chosen, white, darkSurface, visible);
  const onDark = untilClear(fill, white, darkSurface, readable);
  const tint = (share: number) => format(mix(main, white, share));
  return [
    tint(0.93),
    tint(0.85),
    tint(0.68),
    format(mix(onDark, white, 0.25)),
    format(onDark),
    format(fill),
    tint(0.2),
    tint(0.1),
    format(main),
    format(mix(main, black, 0.15)),
  ];
}
