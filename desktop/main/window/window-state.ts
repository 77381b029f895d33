import type { Rectangle } from "electron";
import * as z from "zod/mini";
import type { Log } from "../logging/log.ts";
import { openJsonFile } from "../storage/json-file.ts";

export const minSize = { width: 900, height: 600 };
const defaultSize = { width: 1200, height: 800 };
/** Part of the title bar that must be visible, so that the window can be moved. */
const grip = { width: 120, height: 32 };

const windowStateSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  maximized: z.boolean(),
});

export type WindowState = z.infer<typeof windowStateSchema>;

export const openWindowState = (file: string, log: Log) =>
  openJsonFile<WindowState | null>({ file, schema: z.nullable(windowStateSchema), fallback: null, log });

function overlap(a: Rectangle, b: Rectangle): { width: number; height: number } {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}

/**
 * Position of the window: the saved one, unless that screen is gone; never larger than its screen.
 * @param workAreas of the screens, the primary one first
 */
export function placeWindow(saved: WindowState | null, workAreas: readonly Rectangle[]): WindowState {
  const main = workAreas[0] ?? { x: 0, y: 0, ...defaultSize };
  const savedArea = saved && workAreas.find((area) => isReachable(saved, area));
  const area = savedArea ?? main;
  const size = saved ?? defaultSize;
  const width = Math.min(Math.max(size.width, minSize.width), area.width);
  const height = Math.min(Math.max(size.height, minSize.height), area.height);
  const centred = {
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
  };
  const { x, y } = savedArea && saved ? saved : centred;
  return { x, y, width, height, maximized: saved?.maximized ?? false };
}

function isReachable(saved: WindowState, area: Rectangle): boolean {
  const bar = { x: saved.x, y: saved.y, width: saved.width, height: grip.height };
  const seen = overlap(bar, area);
  return seen.width >= Math.min(grip.width, saved.width) && seen.height >= grip.height;
}
