import { messageOf } from "#contract/thrown.ts";

/**
 * Reports uncaught errors as a window event (docs/behaviour.md, "Public site"): `visitor:error` with message, source,
 * line, column and error.
 */
export interface ErrorReport {
  readonly message: string;
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly error: unknown;
}

/** Limits the reports of a page that fails repeatedly. */
const maxReports = 20;
let reports = 0;

function reportError(report: ErrorReport): void {
  reports += 1;
  if (reports > maxReports) return;
  window.dispatchEvent(new CustomEvent("visitor:error", { detail: report }));
}

/** Reports a caught error, for example in an error boundary. */
export const reportCaught = (error: unknown): void =>
  reportError({ message: messageOf(error), source: "", line: 0, column: 0, error });

/** Listens for uncaught errors and rejections. Call once. */
export function collectErrors(): void {
  window.addEventListener("error", (event) => {
    // Failed resources also fire this event, without a message.
    if (!event.message) return;
    reportError({
      message: event.message,
      source: event.filename,
      line: event.lineno,
      column: event.colno,
      error: event.error,
    });
  });
  window.addEventListener("unhandledrejection", (event) => reportCaught(event.reason));
}
