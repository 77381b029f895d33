/** Whether the desktop app reaches its server, as the main process finds out. A browser has no such word. */
import { useEffect } from "react";
import { create } from "zustand";
import type { Connection } from "../../../ipc.ts";
import { desktopApp } from "../../shared/desktop-app.ts";
import { CallError } from "./api.ts";
import { restoreDeviceLanguage } from "./language.ts";
import { useLive } from "./live.ts";

const askAgainMs = 3_000;

interface Connectivity {
  /** Milliseconds since 1970; undefined while it answers. */
  readonly since: number | undefined;
}

const useStore = create<Connectivity>(() => ({ since: undefined }));

/** A question on its way changes nothing of what is known. */
function noteHealth({ current }: Connection): void {
  if (!current || current.health.state === "checking") return;
  const { health } = current;
  useStore.setState(({ since }) => ({ since: health.state === "failed" ? (since ?? health.at) : undefined }));
}

if (desktopApp) {
  desktopApp.onConnection(noteHealth);
  void desktopApp.readConnection().then(noteHealth, () => undefined);
}

/** Since when the server has been gone: milliseconds since 1970; undefined while it answers, and in a browser. */
export const useUnreachableSince = (): number | undefined => useStore(({ since }) => since);

const ask = () => void desktopApp?.checkServer().catch(() => undefined);

/**
 * Asks while the stream of changes is broken off or the server is gone: a server that is being stopped may answer once
 * more after its streams have ended. For screens that stand.
 */
export function useServerWatch(): void {
  const isLost = useLive(({ state }) => state === "lost");
  const isUnreachable = useUnreachableSince() !== undefined;
  const isWatched = isLost || isUnreachable;
  useEffect(() => {
    if (!isWatched) return;
    ask();
    const timer = setInterval(ask, askAgainMs);
    return () => clearInterval(timer);
  }, [isWatched]);
}

/**
 * Asks for the server until it answers, in the app.
 * @param isGone whether something waits for it
 * @param onReturn called with each answer of a server that is well
 */
export function useServerReturn(isGone: boolean, onReturn: () => void): void {
  useEffect(() => {
    if (!isGone || !desktopApp) return;
    const app = desktopApp;
    const look = async () => {
      await app.checkServer();
      const { current } = await app.readConnection();
      if (current?.health.state === "ok") onReturn();
    };
    const timer = setInterval(() => void look().catch(() => undefined), askAgainMs);
    return () => clearInterval(timer);
  });
}

/** A call failed because nobody was there, and not because of what was asked: the main process says which (server-proxy.ts). */
export function isServerUnreachable(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  if (error.kind !== "refused") return true;
  const { id } = (typeof error.body === "object" && error.body !== null ? error.body : {}) as {
    id?: unknown;
  };
  return typeof id === "string" && id.startsWith("desktop.");
}

/** Which server is shown: in a browser the one that the page comes from, in the app the chosen one. */
const useServerStore = create<{ readonly origin: string }>(() => ({ origin: location.origin }));

/** An origin, "https://visit.example.com". */
export const useServer = (): string => useServerStore((state) => state.origin);

/** As people call it, "visit.example.com". */
export const useServerName = (): string => new URL(useServer()).host;

function showServer({ current, language }: Connection): void {
  restoreDeviceLanguage(language);
  // forgotten or changed from outside: everything that is shown here is another server's
  if (!current) location.assign("/");
  else useServerStore.setState({ origin: current.server });
}

/** To be waited for before anything is shown; in a browser there is nothing to do. */
export async function restoreServer(): Promise<void> {
  if (!desktopApp) return;
  desktopApp.onConnection(showServer);
  showServer(await desktopApp.readConnection());
}
