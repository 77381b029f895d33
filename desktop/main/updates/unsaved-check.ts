/** Asks the page whether there is unsaved input. */
interface Options {
  /** sends the question; false without a page that could have unsaved input */
  readonly ask: (question: number) => boolean;
  /** setTimeout */
  readonly later: (work: () => void, afterMs: number) => unknown;
}

/** Timeout for pages that hang. */
const timeoutMs = 2_000;

export function createUnsavedCheck({ ask, later }: Options) {
  let count = 0;
  const open = new Map<number, (isUnsaved: boolean) => void>();

  const answer = (question: number, isUnsaved: boolean): void => {
    open.get(question)?.(isUnsaved);
    open.delete(question);
  };

  return {
    answer,
    /** A timeout counts as yes. */
    async hasUnsaved(): Promise<boolean> {
      const question = ++count;
      const answered = new Promise<boolean>((resolve) => open.set(question, resolve));
      if (!ask(question)) answer(question, false);
      else later(() => answer(question, true), timeoutMs);
      return answered;
    },
  };
}
