import { randomUUID } from "node:crypto";
import { app, BrowserWindow, dialog, net, type Session, session } from "electron";
import type { Report } from "../diagnostics/archive.ts";
import { createDiagnostics, createProgressWindow, type Diagnostics } from "../diagnostics/diagnostics.ts";
import { createProbe } from "../diagnostics/electron-probe.ts";
import type { PolicyRead } from "../policy/policy.ts";
import type { SettingsFile } from "../storage/settings.ts";
import { appInfo } from "./app-info.ts";
import type { AppContext } from "./context.ts";
import type { ServerParts } from "./open-server.ts";

interface Options {
  readonly server: Pick<ServerParts, "send" | "servers" | "snapshot">;
  /** session of local pages, which include the progress page */
  readonly pages: Session;
  readonly window: () => BrowserWindow | undefined;
  readonly serverToTest: (typed: string) => string | undefined;
}

/** Settings and policy for the report, without server names. */
function settingsFacts(
  settings: SettingsFile,
  { policy, isBroken }: PolicyRead,
  canKeepLists: boolean,
): Pick<Report, "settings" | "policy"> {
  const { servers, current, language } = settings.value();
  return {
    settings: {
      language: language ?? "system",
      knownServers: servers.length,
      hasServer: current !== null,
      wereLost: settings.wasLost,
      canKeepLists,
    },
    policy: { isBroken, keys: Object.keys(policy).sort() },
  };
}

/** Creates the diagnostics with Electron's dependencies. */
export const openDiagnostics = (
  { settings, policy, currentLanguage, log }: AppContext,
  { server: { send, servers, snapshot }, pages, window, serverToTest }: Options,
): Diagnostics =>
  createDiagnostics({
    dialog,
    folder: () => app.getPath("documents"),
    logFolder: app.getPath("logs"),
    serverToTest,
    probe(server, timeoutMs) {
      const testSession = session.fromPartition(`diagnostics-${randomUUID()}`, { cache: false });
      const isKnown = settings.value().servers.includes(server);
      // unknown servers leave no data behind
      const serverSession = isKnown ? servers.of(server) : testSession;
      return createProbe({ net, send, server, serverSession, testSession, timeoutMs });
    },
    facts: async () => ({
      versions: { ...appInfo() },
      ...settingsFacts(settings, policy, await snapshot.canKeep()),
    }),
    openWindow: createProgressWindow({
      create: (options) => new BrowserWindow(options),
      parent: window,
      session: pages,
      log,
    }),
    currentLanguage,
    now: Date.now,
    log,
  });
