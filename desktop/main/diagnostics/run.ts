import { codeOf, messageOf } from "#contract/thrown.ts";
import type { StepResult } from "./connection-test.ts";

/** Result of a run. `saved`: the file name. */
export type Ending = { readonly saved: string } | { readonly problem: string };

/** One run of the diagnostics. Several pages can follow it from the start. */
export interface Run {
  readonly hasServer: boolean;
  /** @returns all results, earlier ones first; ends with the run */
  follow(): AsyncGenerator<StepResult>;
  readonly ending: Promise<Ending>;
}

/**
 * @param tests steps of the connection test
 * @param save writes the results to a file. @returns its name
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
      // only the code, such as "EACCES": the message contains a path
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
