/** Asks the page whether something is typed that a restart would lose. */
interface Options {
  /** puts the question to the page; false where there is no page that could answer and nothing to lose */
  readonly ask: (question: number) => boolean;
  /** calls once, as setTimeout does */
  readonly later: (work: () => void, afterMs: number) => unknown;
}

/** A page that hangs does not answer. */
const timeoutMs = 2_000;

export function createTypedQuestion({ ask, later }: Options) {
  let count = 0;
  const open = new Map<number, (isTyped: boolean) => void>();

  const answer = (question: number, isTyped: boolean): void => {
    open.get(question)?.(isTyped);
    open.delete(question);
  };

  return {
    answer,
    /** No answer counts as yes. */
    async hasTyped(): Promise<boolean> {
      const question = ++count;
      const answered = new Promise<boolean>((resolve) => open.set(question, resolve));
      if (!ask(question)) answer(question, false);
      else later(() => answer(question, true), timeoutMs);
      return answered;
    },
  };
}
