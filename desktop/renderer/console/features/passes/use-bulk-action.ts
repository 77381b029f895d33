import { useRef, useState } from "react";
import { affectsAllCalls, showFailure } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";

interface Failed<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/** Runs an action for each item in turn, with progress and a way to stop. Shows one toast for the first failure. */
export function useBulkAction<Item>() {
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
        if (affectsAllCalls(error)) break;
      }
    }
    setProgress(undefined);
    void queryClient.invalidateQueries({ queryKey: ["passes"] });
    // the caller reports the number of failures
    if (failed[0]) showFailure(failed[0].error);
    return {
      failed,
      succeeded: succeeded.length,
      remaining: items.filter((item) => !succeeded.includes(item)),
    };
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { run, progress, stop };
}
