import { codeOf, messageOf } from "#contract/thrown.ts";
import type { StepResult } from "./connection-test.ts";

/** How it ended. `saved`: under this name. */
export type Ending = { readonly saved: string } | { readonly problem: string };

/** One run of the diagnostics, which any number of pages can follow from its beginning. */
export interface Run {
  readonly hasServer: boolean;
  /** @returns every result as it comes, also those from before; ends with the run */
  follow(): AsyncGenerator<StepResult>;
  readonly ending: Promise<Ending>;
}

/**
 * @param tests the connection's steps
 * @param save makes the file of their results. @returns its name
 */
export function startRun(
  tests: AsyncIterable<StepResult> | undefined,
  save: (results: readonly StepResult[]) => Promise<string>,
): Run {
  const results: StepResult[] = [];
  let isOver = false;
  let changed = Promise.withResolvers<void>();
  const announce = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  async function work(): Promise<Ending> {
    try {
      for await (const result of tests ?? []) {
        results.push(result);
        announce();
      }
      return { saved: await save(results) };
    } catch (error) {
      // "EACCES" alone: the words beside it name a folder
      return { problem: codeOf(error) ?? messageOf(error) };
    } finally {
      isOver = true;
      announce();
    }
  }

  return {
    hasServer: tests !== undefined,
    ending: work(),
    async *follow() {
      for (let next = 0; ; ) {
        const result = results[next];
        if (result) {
          next += 1;
          yield result;
        } else if (isOver) return;
        else await changed.promise;
      }
    },
  };
}
