/** Schedule of items in the site's time zone. */
import type { Playlist } from "#contract/site/signage.ts";

export type Item = Playlist["items"][number];
export type FlowText = Playlist["flowTexts"][number];

/** "YYYY-MM-DD HH:mm" of an instant; in the device's time zone if the site's is unknown. */
export function wallTime(instant: number, timezone: string | undefined): string {
  const parts = { dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("sv-SE", { ...parts, ...(timezone && { timeZone: timezone }) }).format(
    instant,
  );
}

/** `from` is inclusive, `to` exclusive; local times compare as strings. */
export const isCurrent = ({ from, to }: Pick<Item, "from" | "to">, now: string): boolean =>
  (from === null || from <= now) && (to === null || now < to);

/** Key that changes with the item's content. */
export const keyOf = (item: Item | FlowText): string => JSON.stringify(item);

/**
 * The next item; the same item if it was changed meanwhile.
 * @param last the last shown item and its index
 */
export function itemAfter(
  items: readonly Item[],
  last: { readonly item: Item; readonly place: number } | undefined,
): Item | undefined {
  if (!last) return items[0];
  const place = items.findIndex(({ id }) => id === last.item.id);
  const again = items[place];
  if (!again) return items[last.place % Math.max(1, items.length)];
  return keyOf(again) === keyOf(last.item) ? items[(place + 1) % items.length] : again;
}
