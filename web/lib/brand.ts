/** Brand colour and readable colours derived from it. */
import { isHexColour, mix, readableOn, readableText } from "#browser/contrast.ts";

/** Sets the brand's colour tokens. Ignores anything but "#rrggbb". */
export function applyBrand(colour: string): void {
  if (!isHexColour(colour)) return;
  const onBrand = readableOn(colour);
  const tokens = {
    "--brand": colour,
    "--on-brand": onBrand,
    // Towards the side that keeps text readable.
    "--brand-hover": mix(colour, onBrand === "#ffffff" ? "#000000" : "#ffffff", 0.14),
    "--brand-text": readableText(colour, mix(colour, "#ffffff", 0.88)),
    "--brand-tint": mix(colour, "#ffffff", 0.92),
  };
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(name, value);
}
