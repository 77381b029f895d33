import type { Bridge } from "../../ipc.ts";

declare global {
  interface Window {
    /** put there by the preload */
    readonly desktop: Bridge;
  }
}
