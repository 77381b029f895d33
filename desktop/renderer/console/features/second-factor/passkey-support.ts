import { desktopApp } from "../../../shared/desktop-app.ts";

/** Passkeys are bound to the site's origin, which the desktop app does not have, and need HTTPS. */
export const canUsePasskeys = (): boolean => !desktopApp && "PublicKeyCredential" in window;
