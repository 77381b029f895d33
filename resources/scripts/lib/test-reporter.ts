/** Vitest reporter: totals for the last line and the reasons of skipped tests, which vitest's JSON omits. */
import { writeFileSync } from "node:fs";
import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { TestSummary } from "./test-summary.ts";

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`;

function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === "skipped" && result.note) return result.note;
  return test.options.mode === "todo" ? "to be written" : "no reason given";
}

const firstLine = (errors: readonly SerializedError[] | undefined): string =>
  errors?.[0]?.message.split("\n")[0] ?? "no error kept";

/** First line of the error, with its place in the tests. */
function describeFailure(errors: readonly SerializedError[] | undefined): string {
  const frame = errors?.[0]?.stacks?.find(({ file }) => file.includes("/tests/"));
  const place = frame && ` (${frame.file.slice(frame.file.indexOf("/tests/") + 1)}:${frame.line})`;
  return `${firstLine(errors)}${place ?? ""}`;
}

/** Failures outside tests: a file that cannot be loaded, a throwing hook, a dead worker. */
function failureOfModule(module: TestModule, hasFailedTest: boolean): string[] {
  if (hasFailedTest || module.state() === "passed" || module.state() === "skipped") return [];
  const message = module.errors()[0]?.message.split("\n")[0] ?? "did not finish";
  return [`${module.relativeModuleId}: ${message}`];
}

function summarize(modules: readonly TestModule[], unhandled: readonly SerializedError[]): TestSummary {
  const summary: TestSummary = { passed: 0, failed: [], skipped: [], flaky: [], leftOut: 0 };
  const skipped = new Map<string, string[]>();
  for (const module of modules) {
    const before = summary.failed.length;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (test.diagnostic()?.flaky) summary.flaky.push(`${nameOf(test)}: ${describeFailure(errors)}`);
      if (state === "passed") summary.passed += 1;
      else if (state === "skipped" && test.tags.includes(process.env.TEST_LEFT_OUT ?? ""))
        summary.leftOut += 1;
      else if (state === "skipped")
        skipped.set(reasonOf(test), [...(skipped.get(reasonOf(test)) ?? []), nameOf(test)]);
      else summary.failed.push(nameOf(test));
    }
    summary.failed.push(...failureOfModule(module, summary.failed.length > before));
  }
  for (const { message } of unhandled) summary.failed.push(`outside of any test: ${message.split("\n")[0]}`);
  summary.skipped = [...skipped].map(([reason, tests]) => ({ reason, tests }));
  return summary;
}

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.TEST_SUMMARY;
    if (file) writeFileSync(file, JSON.stringify(summarize(modules, unhandled)));
  }
}
