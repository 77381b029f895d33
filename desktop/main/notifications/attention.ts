/**
 * Notifies a user who works in another window: notification, taskbar, number on the icon. The text also appears on lock
 * screens and therefore contains no names.
 */
import type { BrowserWindow, NativeImage, Notification, NotificationConstructorOptions } from "electron";
import type { AttentionChoice, AttentionKind, AttentionSettings } from "../../ipc.ts";
import { attentionChoice } from "../ipc-arguments.ts";
import type { Log } from "../logging/log.ts";
import type { Handlers } from "../security/ipc-guard.ts";
import { openJsonFile } from "../storage/json-file.ts";

const defaultChoice: AttentionChoice = { notifications: true, sound: false };

interface Options {
  /** Minimum milliseconds between notifications of a kind; events in between are added to the next. */
  readonly quietMs: number;
  readonly file: string;
  /** policy: false disables everything */
  readonly policy: boolean | undefined;
  readonly window: () => BrowserWindow | undefined;
  /** undefined if the system does not support notifications */
  readonly create: (options: NotificationConstructorOptions) => Notification | undefined;
  /** @returns false if the system's icons show no number */
  readonly setBadge: (count: number) => boolean;
  /** on Windows, whose icons show a small image instead */
  readonly overlay: (() => NativeImage) | undefined;
  /** on macOS, which cannot flash windows */
  readonly bounce: (() => void) | undefined;
  readonly currentTexts: () => { readonly title: string } & Readonly<Record<AttentionKind, string>>;
  /** called after a click on the notification, when the window is in front */
  readonly onOpen: (kind: AttentionKind) => void;
  readonly log: Log;
}

interface KindState {
  /** last notification, milliseconds since 1970 */
  at: number;
  waiting: number;
  timer?: NodeJS.Timeout;
  notification?: Notification | undefined;
}

export interface Attention {
  readonly read: () => AttentionSettings;
  /** @throws when the choice cannot be saved */
  readonly choose: (choice: AttentionChoice) => Promise<void>;
  readonly notify: (kind: AttentionKind, count: number) => void;
  readonly count: (count: number) => void;
  /** Call when another window gets focus. */
  readonly clear: () => void;
  /** Clears notifications when the window gets focus or navigates. */
  readonly follow: (window: BrowserWindow) => void;
}

export function createAttention(options: Options): Attention {
  const { quietMs, window, create, overlay, currentTexts, log } = options;
  const stored = openJsonFile<AttentionChoice>({
    file: options.file,
    schema: attentionChoice,
    fallback: defaultChoice,
    log,
  });
  const states = new Map<AttentionKind, KindState>();
  let shownCount = 0;

  const isAllowed = options.policy !== false;
  const isOn = () => isAllowed && stored.value().notifications;
  const textOf = (kind: AttentionKind, count: number) =>
    currentTexts()[kind].replace("{count}", String(count));

  function show(kind: AttentionKind, state: KindState): void {
    const shown = window();
    if (!isOn() || !shown || shown.isFocused()) return;
    state.at = Date.now();
    const body = textOf(kind, state.waiting);
    // replaces the previous notification
    state.notification?.close();
    state.notification = create({ title: currentTexts().title, body, silent: true });
    state.notification?.on("click", () => {
      const front = window();
      if (front?.isMinimized()) front.restore();
      front?.show();
      front?.focus();
      options.onOpen(kind);
    });
    state.notification?.show();
    if (options.bounce) options.bounce();
    else shown.flashFrame(true);
    log("attention-drawn", { kind, count: state.waiting });
  }

  function clear(): void {
    for (const { timer, notification } of states.values()) {
      clearTimeout(timer);
      notification?.close();
    }
    states.clear();
    if (!options.bounce) window()?.flashFrame(false);
  }

  function notify(kind: AttentionKind, count: number): void {
    if (!isOn() || window()?.isFocused()) return;
    const state = states.get(kind) ?? { at: Number.NEGATIVE_INFINITY, waiting: 0 };
    states.set(kind, state);
    // "waiting" sends totals, the other kinds send increments
    state.waiting = kind === "waiting" ? count : state.waiting + count;
    clearTimeout(state.timer);
    const rest = state.at + quietMs - Date.now();
    if (rest <= 0) show(kind, state);
    else state.timer = setTimeout(() => show(kind, state), rest);
  }

  function setCount(next: number): void {
    const count = isOn() ? next : 0;
    options.setBadge(count);
    if (overlay)
      window()?.setOverlayIcon(count > 0 ? overlay() : null, count > 0 ? textOf("waiting", count) : "");
  }

  return {
    read: () => ({ ...stored.value(), isAllowed }),
    async choose(choice) {
      const isKept = stored.change(() => choice);
      if (!choice.notifications) clear();
      setCount(shownCount);
      await isKept;
    },
    notify,
    clear,
    count(next) {
      shownCount = next;
      setCount(next);
    },
    follow(followed) {
      followed.on("focus", clear);
      followed.webContents.on("did-navigate", () => {
        shownCount = 0;
        setCount(0);
      });
      followed.on("closed", () => {
        for (const { timer } of states.values()) clearTimeout(timer);
        options.setBadge(0);
      });
    },
  };
}

export const attentionCalls = (attention: Attention) =>
  ({
    "attention.read": attention.read,
    "attention.choose": attention.choose,
    "attention.notify": attention.notify,
    "attention.count": attention.count,
  }) satisfies Partial<Handlers>;
