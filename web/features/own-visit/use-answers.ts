import { useState } from "react";
import type { Answers } from "./own-consent.ts";

/** What was ticked on this page; a reload forgets it. */
export function useAnswers() {
  const [answers, setAnswers] = useState<Answers>({ terms: {}, ticks: {} });
  const [isMarked, setMarked] = useState(false);
  return {
    answers,
    /** Whether what is missing is marked as such. */
    isMarked,
    mark: () => setMarked(true),
    answer: (terms: Answers["terms"]) =>
      setAnswers((before) => ({ ...before, terms: { ...before.terms, ...terms } })),
    tick: (line: string, on: boolean) =>
      setAnswers((before) => {
        const { [line]: _, ...others } = before.ticks;
        return { ...before, ticks: on ? { ...others, [line]: true } : others };
      }),
  };
}
