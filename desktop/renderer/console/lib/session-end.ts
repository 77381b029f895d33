/** Expired session: one warning, then the login page after two seconds (docs/behaviour.md, "Console failures"). */
import { toast } from "react-toastify/unstyled";
import { translate } from "./language.ts";

const redirectDelayMs = 2_000;

let toLogin: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Set once by the router, which knows the login page and the way back. */
export function onSessionEnd(go: () => void): void {
  toLogin = go;
}

/** Only the first of several failed calls has an effect. */
export function handleExpiredSession(): void {
  if (timer !== undefined || location.pathname.endsWith("/dash/login")) return;
  toast.warning(translate("console.failure.expired"), { toastId: "expired" });
  timer = setTimeout(() => {
    timer = undefined;
    toLogin?.();
  }, redirectDelayMs);
}
