/** The end of a session: said once, and after two seconds the login page (docs/behaviour.md, "Console failures"). */
import { toast } from "react-toastify/unstyled";
import { translate } from "./language.ts";

const redirectDelayMs = 2_000;

let toLogin: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Told once by the router, which knows the way and where to come back to. */
export function onSessionEnd(go: () => void): void {
  toLogin = go;
}

/** Of many calls that find out at once the first one speaks. */
export function sessionExpired(): void {
  if (timer !== undefined || location.pathname.endsWith("/dash/login")) return;
  toast.warning(translate("console.failure.expired"), { toastId: "expired" });
  timer = setTimeout(() => {
    timer = undefined;
    toLogin?.();
  }, redirectDelayMs);
}
