/** Whether the desktop app can reach its server, as reported by the main process. Browsers have no such report. */
import { useEffect } from "react";
import { create } from "zustand";
import type { Connection } from "../../../ipc.ts";
import { desktopApp } from "../../shared/desktop-app.ts";
import { CallError } from "./api.ts";
import { restoreDeviceLanguage } from "./language.ts";
import { useLive } from "./live.ts";

const recheckMs = 3_000;

interface Connectivity {
  /** Start of the outage, milliseconds since 1970; undefined while reachable. */
  readonly since: number | undefined;
}

const useOutage = create<Connectivity>(() => ({ since: undefined }));

/** A check in progress does not change the state. */
function updateHealth({ current }: Connection): void {
  if (!current || current.health.state === "checking") return;
  const { health } = current;
  useOutage.setState(({ since }) => ({
    since: health.state === "failed" ? (since ?? health.at) : undefined,
  }));
}

if (desktopApp) {
  desktopApp.onConnection(updateHealth);
  void desktopApp.readConnection().then(updateHealth, () => undefined);
}

/** Start of the outage, milliseconds since 1970; undefined while reachable and in browsers. */
export const useUnreachableSince = (): number | undefined => useOutage(({ since }) => since);

const checkServer = () => void desktopApp?.checkServer().catch(() => undefined);

/**
 * Checks the server while the live stream is interrupted or the server is unreachable: a stopping server may still
 * answer after its streams have ended.
 */
export function useServerWatch(): void {
  const isLost = useLive(({ state }) => state === "lost");
  const isUnreachable = useUnreachableSince() !== undefined;
  const needsCheck = isLost || isUnreachable;
  useEffect(() => {
    if (!needsCheck) return;
    checkServer();
    const timer = setInterval(checkServer, recheckMs);
    return () => clearInterval(timer);
  }, [needsCheck]);
}

/**
 * In the app: checks the server until it answers.
 * @param isGone whether to check
 * @param onReturn called for each healthy result
 */
export function useServerReturn(isGone: boolean, onReturn: () => void): void {
  useEffect(() => {
    if (!isGone || !desktopApp) return;
    const app = desktopApp;
    const check = async () => {
      await app.checkServer();
      const { current } = await app.readConnection();
      if (current?.health.state === "ok") onReturn();
    };
    const timer = setInterval(() => void check().catch(() => undefined), recheckMs);
    return () => clearInterval(timer);
  });
}

/** Whether a call failed because the server is unreachable; the main process marks these errors (server-proxy.ts). */
export function isServerUnreachable(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  if (error.kind !== "refused") return true;
  const { id } = (typeof error.body === "object" && error.body !== null ? error.body : {}) as {
    id?: unknown;
  };
  return typeof id === "string" && id.startsWith("desktop.");
}

/** The current server: the page's origin in a browser, the selected one in the app. */
const useServerStore = create<{ readonly origin: string }>(() => ({ origin: location.origin }));

/** An origin, "https://visit.example.com". */
export const useServer = (): string => useServerStore((state) => state.origin);

/** Host name, "visit.example.com". */
export const useServerName = (): string => new URL(useServer()).host;

function showServer({ current, language }: Connection): void {
  restoreDeviceLanguage(language);
  const { origin } = useServerStore.getState();
  // removed or changed elsewhere: everything on the screen belongs to another server
  if (!current) location.assign("/");
  else if (origin !== location.origin && origin !== current.server) location.reload();
  else useServerStore.setState({ origin: current.server });
}

/** Await before rendering; does nothing in browsers. */
export async function restoreServer(): Promise<void> {
  if (!desktopApp) return;
  desktopApp.onConnection(showServer);
  showServer(await desktopApp.readConnection());
}
