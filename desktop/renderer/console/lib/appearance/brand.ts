/** Derives Mantine's ten shades from the site's brand colour. */
import type { MantineColorsTuple } from "@mantine/core";
import { contrastRgb, formatColour, isHexColour, mixRgb, parseColour, type Rgb } from "#browser/contrast.ts";

export const defaultBrand = "#1d3f8f";

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** Background of the dark mode. */
const darkSurface: Rgb = [24, 29, 39];

/** WCAG AA contrast of normal text, and of non-text elements. */
const readable = 4.5;
const visible = 3;

/** Mixes a colour towards another until the contrast with the background suffices. */
function withContrast(colour: Rgb, towards: Rgb, background: Rgb, enough: number): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mixRgb(colour, towards, share);
    if (contrastRgb(moved, background) >= enough) return moved;
  }
  return towards;
}

/**
 * Shade 8 is the colour, darkened until white text is readable; in dark mode 5 is the fill, 3 and 4 are text.
 * @param hex `#rrggbb`; anything else gives the default colour's shades
 */
export function shadesOf(hex: string): MantineColorsTuple {
  const chosen = parseColour(isHexColour(hex) ? hex : defaultBrand);
  const main = withContrast(chosen, black, white, readable);
  const fill = withContrast(chosen, white, darkSurface, visible);
  const onDark = withContrast(fill, white, darkSurface, readable);
  const tint = (share: number) => formatColour(mixRgb(main, white, share));
  return [
    tint(0.93),
    tint(0.85),
    tint(0.68),
    formatColour(mixRgb(onDark, white, 0.25)),
    formatColour(onDark),
    formatColour(fill),
    tint(0.2),
    tint(0.1),
    formatColour(main),
    formatColour(mixRgb(main, black, 0.15)),
  ];
}
