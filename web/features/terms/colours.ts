import { isHexColour, readableOn } from "#browser/contrast.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";

/** The text's background with a readable text colour; undefined if it sets none. */
export const coloursOf = ({ bgColor }: DeployedTerms) =>
  isHexColour(bgColor) ? { backgroundColor: bgColor, color: readableOn(bgColor) } : undefined;
