/** All calls that are measured, by method and route. */
import { decidingCalls } from "./deciding.ts";
import { readingCalls } from "./reading.ts";
import type { Handler } from "./request.ts";
import { siteCalls } from "./site.ts";
import { submissionCalls } from "./submission.ts";

export const bareCalls: Readonly<Record<string, Handler>> = {
  ...siteCalls,
  ...submissionCalls,
  ...readingCalls,
  ...decidingCalls,
};
