/** Many passes handled one by one, with progress; what fails is told together at the end. */
import { useRef, useState } from "react";
import { CallError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";

export interface Failed<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/** Nothing answers any more, or nobody is signed in: going on would fail for every one that is left. */
const isHopeless = (error: unknown): boolean =>
  !(error instanceof CallError) || error.kind !== "refused" || error.status === 401 || error.status >= 500;

export function useMany<Item>() {
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number }>();
  const isStopped = useRef(false);
  const run = async (items: readonly Item[], work: (item: Item) => Promise<unknown>) => {
    isStopped.current = false;
    const failed: Failed<Item>[] = [];
    const succeeded: Item[] = [];
    for (const item of items) {
      if (isStopped.current) break;
      setProgress({ done: succeeded.length + failed.length, all: items.length });
      try {
        await work(item);
        succeeded.push(item);
      } catch (error) {
        failed.push({ item, error });
        if (isHopeless(error)) break;
      }
    }
    setProgress(undefined);
    void queryClient.invalidateQueries({ queryKey: ["passes"] });
    // One sentence for the first of them; the caller says how many there were.
    if (failed[0]) tellFailure(failed[0].error);
    return { failed, succeeded: succeeded.length, left: items.filter((item) => !succeeded.includes(item)) };
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { run, progress, stop };
}
