/** Asks the pages whether there is unsaved input. */
interface Options {
  /** sends the question. @returns the number of pages that could have unsaved input */
  readonly ask: (question: number) => number;
  /** setTimeout */
  readonly later: (work: () => void, afterMs: number) => unknown;
}

/** Timeout for pages that hang. */
const timeoutMs = 2_000;

export function createUnsavedCheck({ ask, later }: Options) {
  let count = 0;
  const open = new Map<number, (isUnsaved: boolean) => void>();
  const answer = (question: number, isUnsaved: boolean): void => open.get(question)?.(isUnsaved);

  return {
    answer,
    /** A timeout counts as yes. */
    async hasUnsaved(): Promise<boolean> {
      const question = ++count;
      let missing = ask(question);
      if (missing === 0) return false;
      later(() => answer(question, true), timeoutMs);
      return new Promise((resolve) =>
        open.set(question, (isUnsaved) => {
          missing -= 1;
          if (!isUnsaved && missing > 0) return;
          open.delete(question);
          resolve(isUnsaved);
        }),
      );
    },
  };
}
