/** Error messages of failed calls (docs/behaviour.md, "Console failures"). */
import { toast } from "react-toastify/unstyled";
import { CallError } from "./api.ts";
import { translate } from "./language.ts";
import { handleExpiredSession } from "./session-end.ts";

/** Message of a status, in toasts and in place; of a 400 the sentences of its fields, without duplicates. */
function messageOf({ body, fields, kind, status }: CallError): string {
  if (fields) return [...new Set(Object.values(fields))].join(" ");
  if (kind !== "refused")
    return translate(kind === "offline" ? "console.failure.offline" : "console.failure.timeout");
  if (status === 500) return translate("console.failure.server");
  if (status === 405 && typeof body === "string" && body !== "") return body;
  const { message } = (typeof body === "object" && body !== null ? body : {}) as { message?: unknown };
  return typeof message === "string" ? message : translate("console.failure.other");
}

/** Message of an error for display in place. */
export const failureText = (error: unknown): string =>
  error instanceof CallError ? messageOf(error) : translate("console.failure.other");

/** Whether further calls would fail, too: the server is unreachable or the session has ended. */
export const affectsAllCalls = (error: unknown): boolean =>
  !(error instanceof CallError) || error.kind !== "refused" || error.status === 401 || error.status >= 500;

/** Shows one toast per message, however many calls failed. */
const showToast = (kind: "error" | "warning", text: string) => void toast[kind](text, { toastId: text });

/** The server is unreachable or busy; a message in place with a retry suffices. */
const isUnavailable = ({ kind, status }: CallError) => kind !== "refused" || status > 500;

/**
 * 500: error toast; 401: warning, then the login page; 400: handled by the screen; others: warning with the message,
 * which for 405 is the response body. Errors of the console itself are logged; what the user cancelled is no failure.
 * @param isShownInPlace the screen shows the error itself: a toast only for a server's refusal
 */
export function showFailure(error: unknown, { isShownInPlace = false } = {}): void {
  if (!(error instanceof CallError)) {
    if (error instanceof Error && error.name === "AbortError") return;
    console.error(error);
    if (!isShownInPlace) warn(failureText(error));
    return;
  }
  if (error.status === 400) return;
  if (error.status === 401) handleExpiredSession();
  else if (error.status === 500) showToast("error", messageOf(error));
  else if (!(isShownInPlace && isUnavailable(error))) showToast("warning", messageOf(error));
}

/** Shows errors without a field as a toast. */
export function warn(sentence: string | undefined): void {
  if (sentence) showToast("warning", sentence);
}
