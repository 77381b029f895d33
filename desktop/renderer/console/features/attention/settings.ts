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
