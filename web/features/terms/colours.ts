import { isHexColour, readableOn } from "#browser/contrast.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";

/** The background a text asks for, with ink that can be read on it; undefined where it asks for none. */
export const coloursOf = ({ bgColor }: DeployedTerms) =>
  isHexColour(bgColor) ? { backgroundColor: bgColor, color: readableOn(bgColor) } : undefined;
