import type { WallTime } from "#contract/dates.ts";
import type { SignageItem, SignageType } from "#contract/signage.ts";

/** Shown now, from later on, not any more, or switched off. */
export type ItemState = "now" | "later" | "over" | "off";

/** `from` is inside the time and `to` outside of it, as on the screens. @param now wall time */
export function stateOf({ inUse, from, to }: SignageItem, now: WallTime): ItemState {
  if (!inUse) return "off";
  if (to !== null && to <= now) return "over";
  return from !== null && from > now ? "later" : "now";
}

/** The key of a type's word. */
export const typeWord = (type: SignageType) =>
  type === "flow-text" ? ("console.signage.flowText" as const) : (`console.signage.${type}` as const);
