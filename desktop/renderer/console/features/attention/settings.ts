/** How this computer draws attention: kept by the app, in a browser by the browser. */
import { create } from "zustand";
import type { AttentionChoice, AttentionSettings } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";

const storageKey = "visitor.console.sound";

/** A browser would have to ask before it shows notifications, so there are none. */
const inBrowser = (): AttentionSettings => ({
  isAllowed: true,
  notifications: false,
  sound: localStorage.getItem(storageKey) === "on",
});

/** Off until the app has answered. */
export const useAttentionSettings = create<AttentionSettings>(() =>
  desktopApp ? { isAllowed: true, notifications: false, sound: false } : inBrowser(),
);

/** @throws where the app does not say */
export async function readAttentionSettings(): Promise<void> {
  if (desktopApp) useAttentionSettings.setState(await desktopApp.readAttention());
}

/** Holds at once. @throws where it cannot be kept; it is then as it was */
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

/** Two short tones, made by the browser itself: no file to load. */
const quietMs = 10_000;

interface Note {
  readonly hertz: number;
  /** Seconds after the beginning. */
  readonly at: number;
  readonly seconds: number;
}

const arrival: readonly Note[] = [
  { hertz: 784, at: 0, seconds: 0.3 },
  { hertz: 1_047, at: 0.16, seconds: 0.3 },
];
const loudness = 0.18;

export const playTone = (): Promise<void> => playNotes(arrival);

/** Plays them now. Before anybody has touched the page a browser plays nothing. */
export async function playNotes(notes: readonly Note[]): Promise<void> {
  const context = new AudioContext();
  await context.resume();
  const begin = context.currentTime + 0.02;
  for (const { hertz, at, seconds } of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    // up fast and down slowly, without a click
    volume.gain.setValueAtTime(0, begin + at);
    volume.gain.linearRampToValueAtTime(loudness, begin + at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(begin + at);
    tone.stop(begin + at + seconds);
  }
  setTimeout(() => void context.close(), 1_000);
}

/**
 * Plays it unless it was played lately, by this tab or another: who holds the lock is the one that plays, and keeps it
 * for as long as the others have to be quiet.
 */
export function ring(play: () => Promise<void> = playTone): void {
  navigator.locks
    .request("visitor.sound", { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await play();
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    })
    // without a loudspeaker it stays quiet
    .catch(() => undefined);
}
