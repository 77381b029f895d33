import type { BrowserWindow } from "electron";
import * as z from "zod/mini";
import type { Log } from "../logging/log.ts";
import { openJsonFile } from "../storage/json-file.ts";

/** Zoom factors of browsers. */
const factors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const defaultStep = factors.indexOf(1);

export type ZoomStep = "in" | "out" | "reset";

const zoomSchema = z.object({ step: z.int().check(z.minimum(0), z.maximum(factors.length - 1)) });

export type Zoom = ReturnType<typeof createZoom>;

/** Page zoom, kept for the next start. */
export function createZoom(file: string, log: Log) {
  const stored = openJsonFile({ file, schema: zoomSchema, fallback: { step: defaultStep }, log });
  const apply = (window: BrowserWindow | undefined) =>
    window?.webContents.setZoomFactor(factors[stored.value().step] ?? 1);

  return {
    /** Reapplies the zoom, which every navigation resets. */
    follow(window: BrowserWindow): void {
      window.webContents.on("did-finish-load", () => apply(window));
    },

    change(window: BrowserWindow | undefined, how: ZoomStep): void {
      const next = {
        in: (step: number) => step + 1,
        out: (step: number) => step - 1,
        reset: () => defaultStep,
      }[how];
      const step = Math.min(Math.max(next(stored.value().step), 0), factors.length - 1);
      stored
        .change(() => ({ step }))
        .catch((error: Error) => log("zoom-not-saved", { problem: error.message }));
      apply(window);
    },
  };
}
