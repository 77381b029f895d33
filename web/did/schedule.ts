/** What is to be shown when, by the site's clock. */
import type { Playlist } from "#contract/site/signage.ts";

export type Item = Playlist["items"][number];
export type FlowText = Playlist["flowTexts"][number];

/** "YYYY-MM-DD HH:mm" of an instant; in the device's own zone where the site's is not known. */
export function wallTime(instant: number, timezone: string | undefined): string {
  const parts = { dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("sv-SE", { ...parts, ...(timezone && { timeZone: timezone }) }).format(
    instant,
  );
}

/** `from` is inside, `to` is outside; wall times compare as text. */
export const isCurrent = ({ from, to }: Pick<Item, "from" | "to">, now: string): boolean =>
  (from === null || from <= now) && (to === null || now < to);

/** Tells an item that was changed from the one before. */
export const keyOf = (item: Item | FlowText): string => JSON.stringify(item);

/**
 * The item after the one that was shown last; that one itself where it was changed meanwhile.
 * @param last what was shown, and where it stood
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
