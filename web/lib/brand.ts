/** The customer's colour, with everything that has to be readable beside it worked out from it. */
import { isHexColour, mix, readableOn, readableText } from "#browser/contrast.ts";

/** Sets the colour tokens that follow the brand. Anything but "#rrggbb" leaves the default. */
export function applyBrand(colour: string): void {
  if (!isHexColour(colour)) return;
  const onBrand = readableOn(colour);
  const tint = mix(colour, "#ffffff", 0.92);
  const tokens = {
    "--brand": colour,
    "--on-brand": onBrand,
    // Towards the side that keeps the words on it readable.
    "--brand-hover": mix(colour, onBrand === "#ffffff" ? "#000000" : "#ffffff", 0.14),
    "--brand-text": readableText(colour, mix(colour, "#ffffff", 0.88)),
    "--brand-tint": tint,
    "--brand-tint-strong": mix(colour, "#ffffff", 0.82),
  };
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(name, value);
}
