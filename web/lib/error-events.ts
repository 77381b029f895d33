/**
 * Errors nobody caught, wherever they come from, as one event on the window (docs/behaviour.md, "Public site"):
 * `visitor:error` with message, source, line, column and error.
 */
export interface ErrorReport {
  readonly message: string;
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly error: unknown;
}

/** A page that breaks over and over must not drown in its own reports. */
const maxReports = 20;
let reports = 0;

function reportError(report: ErrorReport): void {
  reports += 1;
  if (reports > maxReports) return;
  window.dispatchEvent(new CustomEvent("visitor:error", { detail: report }));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reports an error that was caught, by an error boundary for one. */
export const reportCaught = (error: unknown): void =>
  reportError({ message: messageOf(error), source: "", line: 0, column: 0, error });

/** Collects errors and rejections nobody handled. Call once. */
export function collectErrors(): void {
  window.addEventListener("error", (event) => {
    // A missing image also ends here, without a message.
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
