import { basename, join } from "node:path";
import type { BrowserWindow, BrowserWindowConstructorOptions, Dialog, Session } from "electron";
import type { Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import { diagnosticsPage } from "../pages/app-routes.ts";
import { type Report, readLogs, writeArchive } from "./archive.ts";
import { type Probe, testConnection } from "./connection-test.ts";
import { type Run, startRun } from "./run.ts";

const stepTimeoutMs = 10_000;

interface Options {
  readonly dialog: Pick<Dialog, "showSaveDialog">;
  /** default folder of the dialog */
  readonly folder: () => string;
  readonly logFolder: string;
  /** @param typed address on the connection page */
  readonly serverToTest: (typed: string) => string | undefined;
  readonly probe: (server: string, timeoutMs: number) => Probe;
  /** the remaining parts of the report; without names or secrets */
  readonly facts: () => Promise<Pick<Report, "versions" | "settings" | "policy">>;
  /** shows the progress page */
  readonly openWindow: (address: string) => void;
  readonly currentLanguage: () => Language;
  /** milliseconds since 1970 */
  readonly now: () => number;
  readonly log: Log;
}

export type Diagnostics = ReturnType<typeof createDiagnostics>;

/** Saves the diagnostics for IT as a zip file and shows the progress. */
export function createDiagnostics(options: Options) {
  const { dialog, logFolder, serverToTest, probe, facts, openWindow, currentLanguage, now, log } = options;
  let run: Run | undefined;
  let isRunning = false;

  async function askWhere(): Promise<string | undefined> {
    const { title, fileType } = texts[currentLanguage()].diagnostics;
    const { canceled, filePath } = await dialog.showSaveDialog({
      title,
      defaultPath: join(options.folder(), `visitor-desk-diagnostics-${dayOf(now())}.zip`),
      filters: [{ name: fileType, extensions: ["zip"] }],
    });
    return canceled || filePath === "" ? undefined : filePath;
  }

  function begin(file: string, server: string | undefined): Run {
    const tests =
      server === undefined
        ? undefined
        : testConnection({
            server,
            probe: probe(server, stepTimeoutMs),
            now: () => performance.now(),
            timeoutMs: stepTimeoutMs,
          });
    return startRun(tests, async (results) => {
      const { versions, settings, policy } = await facts();
      const product = results.find(({ step }) => step === "product");
      const report: Report = {
        madeAt: new Date(now()).toISOString(),
        versions: { ...versions, server: String(product?.facts.version ?? "unknown") },
        settings,
        policy,
        connection: { server: server ?? null, steps: results },
      };
      await writeArchive(file, report, await readLogs(logFolder));
      return basename(file);
    });
  }

  /** One run at a time: further calls are ignored. */
  async function save(typed: string): Promise<void> {
    if (!isRunning) {
      const server = serverToTest(typed);
      isRunning = true;
      try {
        const file = await askWhere();
        if (file === undefined) return;
        run = begin(file, server);
        openWindow(diagnosticsPage);
        const ending = await run.ending;
        if ("problem" in ending) log("diagnostics-not-saved", { problem: ending.problem });
      } finally {
        isRunning = false;
      }
    }
  }

  return {
    /** Returns immediately; a window shows the progress. */
    save: (typed = "") => {
      save(typed).catch((error: Error) => log("diagnostics-failed", { problem: error.message }));
    },
    currentRun: () => run,
  };
}

interface WindowOptions {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly parent: () => BrowserWindow | undefined;
  readonly session: Session;
  readonly log: Log;
}

/** @returns opens or reuses the progress window. Its page has no script and no bridge. */
export function createProgressWindow({ create, parent, session, log }: WindowOptions) {
  let open: BrowserWindow | undefined;
  return (address: string): void => {
    const above = parent();
    if (!open || open.isDestroyed()) {
      open = create({
        width: 680,
        height: 720,
        ...(above && { parent: above }),
        minimizable: false,
        webPreferences: {
          session,
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webSecurity: true,
          javascript: false,
          devTools: false,
        },
      });
      open.removeMenu();
    }
    open.focus();
    open.loadURL(address).catch((error: Error) => log("page-not-loaded", { problem: error.message }));
  };
}

/** "2026-11-21" in local time. */
const dayOf = (now: number): string => new Intl.DateTimeFormat("sv-SE").format(now);
