/** Colours as people see them: luminance and contrast by WCAG 2. Colours are "#rrggbb". */

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const write = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

export const isHexColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

function luminance(hex: string): number {
  const [red, green, blue] = parse(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Moves a colour towards another by a share from 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const target = parse(to);
  return write(
    parse(from).map((part, index) => part + ((target[index] ?? 0) - part) * share) as unknown as Rgb,
  );
}

/** White, or black where white would be hard to read; one of them always reaches 4.5. */
export const readableOn = (background: string): string =>
  contrast("#ffffff", background) >= 4.5 ? "#ffffff" : "#000000";

/** Darkens a colour until it can be read as text on a light background. */
export function readableText(colour: string, background: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const darker = mix(colour, "#000000", share);
    if (contrast(darker, background) >= 4.6) return darker;
  }
  return "#000000";
}
