/** Which server is shown: in a browser the one that the page comes from, in the app the chosen one. */
import { create } from "zustand";
import type { Connection } from "../../../ipc.ts";
import { desktopApp } from "../../shared/desktop-app.ts";
import { takeUpDeviceLanguage } from "./language.ts";

const useServerStore = create<{ readonly origin: string }>(() => ({ origin: location.origin }));

/** An origin, "https://visit.example.com". */
export const useServer = (): string => useServerStore((state) => state.origin);

/** As people call it, "visit.example.com". */
export const useServerName = (): string => new URL(useServer()).host;

function take({ current, language }: Connection): void {
  takeUpDeviceLanguage(language);
  // forgotten or changed from outside: everything that is shown here is another server's
  if (!current) location.assign("/");
  else useServerStore.setState({ origin: current.server });
}

/** To be waited for before anything is shown; in a browser there is nothing to do. */
export async function takeUpServer(): Promise<void> {
  if (!desktopApp) return;
  desktopApp.onConnection(take);
  take(await desktopApp.readConnection());
}
