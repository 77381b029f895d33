/** What is typed about an item, and what of it is sent. Fields of a form hold texts; the server takes none for some. */

import type { WallTime } from "#contract/dates.ts";
import type { defaultSeconds, SignageItem, SignageType } from "#contract/site/signage.ts";

export type ItemValues = {
  title: string;
  text: string;
  enText: string;
  seconds: string;
  /** Wall times, empty for none. */
  from: string;
  to: string;
  inUse: boolean;
};

export const valuesOf = (item: SignageItem): ItemValues => ({
  title: item.title,
  text: item.text,
  enText: item.enText,
  seconds: String(item.seconds),
  from: item.from ?? "",
  to: item.to ?? "",
  inUse: item.inUse,
});

/** A new text. @param seconds as many as are usual */
export const emptyValues = (seconds: (typeof defaultSeconds)["written"]): ItemValues => ({
  ...{ title: "", text: "", enText: "", from: "", to: "", inUse: true },
  seconds: String(seconds),
});

const sent = (values: ItemValues) => ({
  ...values,
  seconds: values.seconds.trim() === "" ? null : Number(values.seconds),
});

const longestTitle = 100;

/** A text without a name goes by its first line. */
export const newBody = (type: "text" | "flow-text", values: ItemValues) => ({
  ...sent(values),
  type,
  title: values.title.trim() || (values.text.trim().split("\n", 1)[0] ?? "").slice(0, longestTitle),
});

/** Only what was changed, so that two people who change different things both keep theirs. */
export function changedBody(item: SignageItem, values: ItemValues) {
  const before = valuesOf(item);
  return Object.fromEntries(
    Object.entries(sent(values)).filter(([name]) => {
      const field = name as keyof ItemValues;
      return values[field] !== before[field];
    }),
  );
}

/** Shown now, from later on, not any more, or switched off. */
export type ItemState = "now" | "later" | "over" | "off";

/** `from` is inside the time and `to` outside of it, as on the screens. @param now wall time */
export function stateOf({ inUse, from, to }: SignageItem, now: WallTime): ItemState {
  if (!inUse) return "off";
  if (to !== null && to <= now) return "over";
  return from !== null && from > now ? "later" : "now";
}

/** The key of a type's word. */
export const typeLabel = (type: SignageType) =>
  type === "flow-text" ? ("console.signage.flowText" as const) : (`console.signage.${type}` as const);
