import { join } from "node:path";
import { app, type BrowserWindow, Notification } from "electron";
import type { AttentionKind, Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import type { Policy } from "../policy/policy.ts";
import { type Attention, createAttention } from "./attention.ts";
import { overlayMark } from "./overlay.ts";

interface Options {
  readonly policy: Policy;
  readonly window: () => BrowserWindow | undefined;
  readonly languageNow: () => Language;
  readonly opened: (kind: AttentionKind) => void;
  readonly log: Log;
}

/** Puts the system's own means of drawing attention together. */
export const createAttentionOf = ({ policy, window, languageNow, opened, log }: Options): Attention =>
  createAttention({
    file: join(app.getPath("userData"), "attention.json"),
    policy: policy.notifications,
    window,
    create: (options) => (Notification.isSupported() ? new Notification(options) : undefined),
    setBadge: (count) => app.setBadgeCount(count),
    overlay: process.platform === "win32" ? overlayMark : undefined,
    bounce: process.platform === "darwin" ? () => void app.dock?.bounce("informational") : undefined,
    textsNow: () => ({ title: texts[languageNow()].app.name, ...texts[languageNow()].attention }),
    opened,
    log,
  });
