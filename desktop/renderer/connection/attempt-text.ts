import { problemText } from "./problem-text.ts";
import type { Texts } from "./texts.ts";
import type { Attempt, Origin } from "./use-connect.ts";

/** What went wrong with a try that began at `origin`; undefined where nothing did. */
export function attemptText(attempt: Attempt | undefined, origin: Origin, texts: Texts): string | undefined {
  if (attempt?.origin !== origin || attempt.state === "running") return undefined;
  return attempt.state === "failed" ? problemText(attempt.problem, texts) : texts.connection.notSaved;
}
