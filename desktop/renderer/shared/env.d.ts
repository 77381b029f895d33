import type { Bridge } from "../../ipc.ts";

declare global {
  interface Window {
    /** exposed by the preload */
    readonly desktop: Bridge;
  }
}
