/** Failed calls in words (docs/behaviour.md, "Console failures"): the toast each status calls for. */
import { toast } from "react-toastify/unstyled";
import { CallError } from "./api.ts";
import { translate } from "./language.ts";
import { sessionExpired } from "./session-end.ts";

/** The sentence that a status calls for, in a toast and in place alike. */
function messageOf({ body, kind, status }: CallError): string {
  if (kind !== "refused")
    return translate(kind === "offline" ? "console.failure.offline" : "console.failure.timeout");
  if (status === 500) return translate("console.failure.server");
  if (status === 405 && typeof body === "string" && body !== "") return body;
  const { message } = (typeof body === "object" && body !== null ? body : {}) as { message?: unknown };
  return typeof message === "string" ? message : translate("console.failure.other");
}

/** What went wrong, as one sentence for a place on the screen. */
export const failureText = (error: unknown): string =>
  error instanceof CallError ? messageOf(error) : translate("console.failure.other");

/** Nothing answers any more, or nobody is signed in: of several calls the others would fail, too. */
export const isHopeless = (error: unknown): boolean =>
  !(error instanceof CallError) || error.kind !== "refused" || error.status === 401 || error.status >= 500;

/** One toast for the same sentence, however many calls failed for it. */
const showToast = (kind: "error" | "warning", text: string) => void toast[kind](text, { toastId: text });

/** A server that is away or busy; a screen that says so in place, and offers to try again, says enough. */
const isAway = ({ kind, status }: CallError) => kind !== "refused" || status > 500;

/**
 * 500: error toast; 401: warning, then the login page; 400: the screen's own; all others: warning with the message,
 * which for 405 is the answer itself.
 * @param isShownInPlace the screen has a place that says so: for a server that is away no second sentence is needed
 */
export function tellFailure(error: unknown, { isShownInPlace = false } = {}): void {
  if (!(error instanceof CallError) || error.status === 400) return;
  if (error.status === 401) sessionExpired();
  else if (error.status === 500) showToast("error", messageOf(error));
  else if (!(isShownInPlace && isAway(error))) showToast("warning", messageOf(error));
}

/** Says what a refusal has no field for; one toast for the same sentence. */
export function warn(sentence: string | undefined): void {
  if (sentence) showToast("warning", sentence);
}
