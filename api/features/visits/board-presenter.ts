/** The day's counts → today's board, less its visits. */

import type { StatusCode } from "#contract/status.ts";
import type { ProgressAnswer } from "#contract/visits.ts";
import type { Progress } from "#db/queries/visits/board.ts";

export function presentProgress(progress: Progress): Omit<ProgressAnswer, "rows"> {
  const of = (code: StatusCode) =>
    progress.byStatus.find(({ statusCode }) => statusCode === code)?.count ?? 0;
  const at = (hours: Progress["expected"], hour: number) =>
    hours.find((counted) => counted.hour === hour)?.count ?? 0;
  return {
    counts: {
      applied: of("applied"),
      approved: of("approved"),
      entered: of("entered"),
      exited: of("exited"),
      ended: of("ended"),
      overdue: progress.overdue,
      notReturned: progress.notReturned,
    },
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      expected: at(progress.expected, hour),
      entered: at(progress.entered, hour),
    })),
  };
}
