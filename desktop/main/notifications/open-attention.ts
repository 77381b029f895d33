import { join } from "node:path";
import { app, type BrowserWindow, type NativeImage, Notification, nativeImage } from "electron";
import type { AttentionKind, Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import type { Policy } from "../policy/policy.ts";
import type { Timing } from "../timing.ts";
import { type Attention, createAttention } from "./attention.ts";

interface Options {
  readonly timing: Timing;
  readonly policy: Policy;
  readonly window: () => BrowserWindow | undefined;
  readonly currentLanguage: () => Language;
  readonly onOpen: (kind: AttentionKind) => void;
  readonly log: Log;
}

const size = 16;
/** Blue, green, red, opaque. */
const colour = [0x1e, 0x26, 0xb3, 0xff];

/** Red dot for the taskbar icon on Windows. */
function overlayMark(): NativeImage {
  const pixels = Buffer.alloc(size * size * 4);
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (Math.hypot(x - middle, y - middle) <= size / 2 - 1) pixels.set(colour, (y * size + x) * 4);
  return nativeImage.createFromBitmap(pixels, { width: size, height: size });
}

/** Connects notifications to the operating system. */
export const openAttention = ({ timing, policy, window, currentLanguage, onOpen, log }: Options): Attention =>
  createAttention({
    file: join(app.getPath("userData"), "attention.json"),
    policy: policy.notifications,
    quietMs: timing.notificationMs,
    window,
    create: (options) => (Notification.isSupported() ? new Notification(options) : undefined),
    setBadge: (count) => app.setBadgeCount(count),
    overlay: process.platform === "win32" ? overlayMark : undefined,
    bounce: process.platform === "darwin" ? () => void app.dock?.bounce("informational") : undefined,
    currentTexts: () => ({ title: texts[currentLanguage()].app.name, ...texts[currentLanguage()].attention }),
    onOpen,
    log,
  });
