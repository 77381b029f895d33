import { useEffect, useState } from "react";
import type { SignageItem } from "#contract/signage.ts";

export interface Turns {
  readonly item: SignageItem | undefined;
  /** From 1 on; 0 where there is none. */
  readonly place: number;
  step(by: 1 | -1): void;
}

/** Items one after the other, each as long as it says, round and round; stays with an item that moves in the order. */
export function useTurns(items: readonly SignageItem[], isPlaying: boolean): Turns {
  const [id, setId] = useState<number>();
  const found = items.findIndex((item) => item.id === id);
  const at = found < 0 ? 0 : found;
  const item = items[at];
  const idAfter = (by: number) => items.at((at + by) % items.length)?.id;
  const next = items.length > 0 ? idAfter(1) : undefined;
  const currentId = item?.id;
  const seconds = item?.seconds;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every item has its time from its beginning
  useEffect(() => {
    if (!isPlaying || seconds === undefined) return;
    const timer = setTimeout(() => setId(next), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, currentId, seconds, next]);
  return { item, place: item ? at + 1 : 0, step: (by) => setId(idAfter(by)) };
}
