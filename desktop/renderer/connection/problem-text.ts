import type { Problem } from "../../ipc.ts";
import { fill, type Texts } from "./texts.ts";

/** What is wrong, and what can be done about it, in words. */
export function problemText(problem: Problem, texts: Texts): string {
  const { code, ...values } = problem;
  return fill(texts.problem[code], values);
}
