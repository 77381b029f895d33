/** Failed calls in words (docs/behaviour.md, "Console failures"): the toast each status calls for. */
import { toast } from "react-toastify/unstyled";
import { CallError } from "./api.ts";
import { translate } from "./language.ts";
import { sessionExpired } from "./session-end.ts";

const messageOf = ({ body, kind }: CallError): string => {
  if (kind !== "refused")
    return translate(kind === "offline" ? "console.failure.offline" : "console.failure.timeout");
  const { message } = (typeof body === "object" && body !== null ? body : {}) as { message?: unknown };
  return typeof message === "string" ? message : translate("console.failure.other");
};

/** What went wrong, as one sentence for a place on the screen. */
export const failureText = (error: unknown): string =>
  error instanceof CallError ? messageOf(error) : translate("console.failure.other");

/** One toast for the same sentence, however many calls failed for it. */
const showToast = (kind: "error" | "warning", text: string) => void toast[kind](text, { toastId: text });

/**
 * 500: error toast; 401: warning, then the login page; 400: the screen's own; 405: the answer's sentence;
 * all others: warning with the message.
 * @param isShownInPlace the screen has a place that says so; no second sentence is needed
 */
export function tellFailure(error: unknown, { isShownInPlace = false } = {}): void {
  if (!(error instanceof CallError)) return;
  if (error.status === 401) sessionExpired();
  else if (error.status === 500) showToast("error", translate("console.failure.server"));
  else if (error.status === 405) showToast("warning", String(error.body));
  else if (error.status !== 400 && !isShownInPlace) showToast("warning", messageOf(error));
}

/** Says what a refusal has no field for; one toast for the same sentence. */
export function warn(sentence: string | undefined): void {
  if (sentence) showToast("warning", sentence);
}
