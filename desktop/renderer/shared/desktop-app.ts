/** The desktop app around the console, where there is one: the same page runs in a browser. */
import type { Bridge } from "../../ipc.ts";

export const desktopApp: Bridge | undefined = "desktop" in window ? window.desktop : undefined;
