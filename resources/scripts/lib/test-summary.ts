/** Result of a test run; written by the reporter, read by the task. */
export interface TestSummary {
  passed: number;
  /** names of tests and of files that failed */
  failed: string[];
  skipped: { reason: string; tests: string[] }[];
  /** names of tests that failed first and passed when they were tried again */
  flaky: string[];
  /** number of tests left out by their tag */
  leftOut: number;
}

/**
 * Everything that failed, by name: steps of the check, tests, files that could not be loaded.
 * @param code exit code of vitest; one that is not 0 counts even where no test failed
 * @param summary undefined when vitest ended without one
 */
export function problems(failedSteps: string[], code: number, summary: TestSummary | undefined): string[] {
  const found = [...failedSteps.map((step) => `check: ${step}`), ...(summary?.failed ?? [])];
  if (!summary) found.push(`vitest ended without a result (exit code ${code})`);
  else if (code !== 0 && summary.failed.length === 0) found.push(`vitest ended with exit code ${code}`);
  return found;
}

/** @param tag of the tests that were left out @param args given to vitest, as the names of files */
export function leftOutLine(count: number, tag: string | undefined, args: readonly string[]): string {
  if (tag !== "full") return `${count} tests tagged \`${tag}\` were left out.`;
  const command = ["npm run test:full", ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
  return `${count} more tests run with \`${command}\`.`;
}

/** The last line of a test run. */
export function lastLine(failed: number, summary: TestSummary | undefined): string {
  const skipped = summary?.skipped.reduce((sum, { tests }) => sum + tests.length, 0) ?? 0;
  return `${summary?.passed ?? 0} passed, ${failed} failed, ${skipped} skipped`;
}
