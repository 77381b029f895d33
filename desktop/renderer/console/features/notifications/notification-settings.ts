/** Notification settings of this computer, stored by the desktop app or in the browser's local storage. */
import { create } from "zustand";
import type { AttentionChoice, AttentionSettings } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";

const storageKey = "visitor.console.sound";

/** No notifications in the browser, because they would need the user's permission. */
const inBrowser = (): AttentionSettings => ({
  isAllowed: true,
  notifications: false,
  sound: localStorage.getItem(storageKey) === "on",
});

/** Off until the desktop app has answered. */
export const useAttentionSettings = create<AttentionSettings>(() =>
  desktopApp ? { isAllowed: true, notifications: false, sound: false } : inBrowser(),
);

/** @throws if the desktop app does not answer */
export async function readAttentionSettings(): Promise<void> {
  if (desktopApp) useAttentionSettings.setState(await desktopApp.readAttention());
}

/** Applies a change at once. @throws if it cannot be stored; the previous settings are then restored */
export async function chooseAttention(change: Partial<AttentionChoice>): Promise<void> {
  const before = useAttentionSettings.getState();
  const { notifications, sound } = { ...before, ...change };
  useAttentionSettings.setState({ notifications, sound });
  try {
    if (desktopApp) await desktopApp.chooseAttention({ notifications, sound });
    else if (sound) localStorage.setItem(storageKey, "on");
    else localStorage.removeItem(storageKey);
  } catch (error) {
    useAttentionSettings.setState(before);
    throw error;
  }
}

/** Minimum time between two sounds. */
const throttleMs = 10_000;

interface Note {
  readonly hertz: number;
  /** Seconds after the start. */
  readonly at: number;
  readonly seconds: number;
}

/** Two short synthesized tones, so that no audio file has to load. */
const notificationTone: readonly Note[] = [
  { hertz: 784, at: 0, seconds: 0.3 },
  { hertz: 1_047, at: 0.16, seconds: 0.3 },
];
const peakGain = 0.18;

export const playTone = (): Promise<void> => playNotes(notificationTone);

const startTimeoutMs = 1_000;

/** Plays notes now. @throws if output does not start: without a device, or in a browser before the user's first click */
export async function playNotes(notes: readonly Note[]): Promise<void> {
  const context = new AudioContext();
  const timeout = new Promise((_, reject) => setTimeout(reject, startTimeoutMs));
  await Promise.race([context.resume(), timeout]).finally(() =>
    setTimeout(() => void context.close(), 1_000),
  );
  const begin = context.currentTime + 0.02;
  for (const { hertz, at, seconds } of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    // fast attack and slow decay avoid a click
    volume.gain.setValueAtTime(0, begin + at);
    volume.gain.linearRampToValueAtTime(peakGain, begin + at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(begin + at);
    tone.stop(begin + at + seconds);
  }
}

/**
 * Plays the tone at most once per `throttleMs` across all tabs: the tab that gets the lock plays and holds the lock for
 * that time.
 */
export function playThrottled(play: () => Promise<void> = playTone): void {
  navigator.locks
    .request("visitor.sound", { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await play();
      await new Promise((resolve) => setTimeout(resolve, throttleMs));
    })
    // no audio output
    .catch(() => undefined);
}
