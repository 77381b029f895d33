/** Form values of a signage item, and the request bodies made from them. */
import type { WallTime } from "#contract/dates.ts";
import type { defaultSeconds, SignageItem, SignageType } from "#contract/site/signage.ts";
import { changedFields } from "../../lib/forms/use-form.ts";

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

export const emptyValues = (seconds: (typeof defaultSeconds)["written"]): ItemValues => ({
  title: "",
  text: "",
  enText: "",
  from: "",
  to: "",
  inUse: true,
  seconds: String(seconds),
});

const toBody = (values: ItemValues) => ({
  ...values,
  seconds: values.seconds.trim() === "" ? null : Number(values.seconds),
});

export const maxTitleLength = 100;

/** A missing title defaults to the first line of the text. */
export const newBody = (type: "text" | "flow-text", values: ItemValues) => ({
  ...toBody(values),
  type,
  title: values.title.trim() || (values.text.trim().split("\n", 1)[0] ?? "").slice(0, maxTitleLength),
});

export const changedBody = (item: SignageItem, values: ItemValues) =>
  changedFields(toBody(valuesOf(item)), toBody(values));

export type ItemState = "now" | "later" | "over" | "off";

/** State of an item; `from` is inclusive, `to` exclusive. @param now wall time */
export function stateOf({ inUse, from, to }: SignageItem, now: WallTime): ItemState {
  if (!inUse) return "off";
  if (to !== null && to <= now) return "over";
  return from !== null && from > now ? "later" : "now";
}

/** Text key of a type. */
export const typeLabel = (type: SignageType) =>
  type === "flow-text" ? ("console.signage.flowText" as const) : (`console.signage.${type}` as const);
