/** The entries and exits of a visit as its log tells them, without those that were taken back. Pure. */
import type { StatusCode } from "#contract/visits/status.ts";
import type { VisitStepRow } from "#db/queries/visits/logs.ts";

interface LogRow {
  readonly action: string;
  readonly fromCode: StatusCode | null;
}

/** A pass that came back later is a recovery, too, and no exit. */
const isExit = ({ action, fromCode }: LogRow) => action === "recovery" && fromCode === "entered";

/**
 * The rows of entries and exits that hold.
 * @param rows oldest first
 */
export function stepsOf<Row extends LogRow>(rows: readonly Row[]): Row[] {
  const steps: Row[] = [];
  for (const row of rows) {
    if (row.action === "revert") steps.pop();
    else if (row.action === "issue" || isExit(row)) steps.push(row);
  }
  return steps;
}

export interface Stay {
  readonly enteredAt: Date | null;
  readonly enteredFrom: "approved" | "exited" | null;
  readonly exitedAt: Date | null;
}

/** The stay before the last entry: the exit that went before it, and that one's entry. */
export function stayBefore(rows: readonly VisitStepRow[]): Stay {
  const steps = stepsOf(rows);
  const earlier = steps.slice(
    0,
    steps.findLastIndex(({ action }) => action === "issue"),
  );
  const exit = earlier.findLast(isExit);
  const entry = earlier.findLast(({ action }) => action === "issue");
  const enteredFrom = entry?.fromCode === "approved" || entry?.fromCode === "exited" ? entry.fromCode : null;
  return { enteredAt: entry?.at ?? null, enteredFrom, exitedAt: exit?.effectiveAt ?? exit?.at ?? null };
}

/** The passes that came back with the last exit, and after it. */
export function cameBackSinceExit(rows: readonly VisitStepRow[]): number[] {
  const exit = stepsOf(rows).findLast(isExit);
  const since = exit ? rows.slice(rows.indexOf(exit)) : [];
  return since
    .filter((row) => row === exit || (row.action === "recovery" && !isExit(row)))
    .flatMap(({ passIds }) => passIds);
}

/** When a pass was handed to the visitor; undefined where the log does not say. */
export const handedOutAt = (rows: readonly VisitStepRow[], passId: number): Date | undefined =>
  stepsOf(rows).findLast(({ action, passIds }) => action === "issue" && passIds.includes(passId))?.at;
