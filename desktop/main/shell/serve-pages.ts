/** Gives our pages their session and address: the built files, the pages that main makes itself, and the server's calls. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { app, net, type Session, session } from "electron";
import type { Diagnostics } from "../diagnostics/diagnostics.ts";
import { withDiagnosticsPage } from "../diagnostics/progress-page.ts";
import type { Log } from "../logging/log.ts";
import { type Answer, createAppProtocol, parseFileList } from "../pages/app-protocol.ts";
import { scheme } from "../pages/app-routes.ts";
import { withTroublePage } from "../recovery/trouble-page.ts";
import { guardDownloads } from "../security/downloads.ts";
import { lockSession } from "../security/lockdown.ts";
import { createPreviewPage, previewScheme } from "../server/preview-page.ts";
import { noticeSessions } from "../snapshot/snapshot.ts";
import type { AppContext } from "./context.ts";
import type { ServerParts } from "./open-server.ts";

async function builtPages(forward: Answer, log: Log): Promise<Answer> {
  const folder = join(import.meta.dirname, "../renderer");
  const files = parseFileList(await readFile(join(folder, "files.json"), "utf8"));
  return createAppProtocol({ folder, files, forward, random: randomBytes, log });
}

/** Serves what is built, or what Vite serves in development. */
async function serveConsole(
  pages: Session,
  forward: Answer,
  withMadePages: (answer: Answer) => Answer,
  log: Log,
): Promise<void> {
  guardDownloads(pages, log);
  const viteServer = process.env.ELECTRON_RENDERER_URL;
  if (import.meta.env.DEV && viteServer && !app.isPackaged) {
    const { createDevProtocol } = await import("../pages/dev-renderer.ts");
    lockSession(pages, log, [viteServer.replace("http:", "ws:"), viteServer]);
    pages.protocol.handle(scheme, createDevProtocol(net, viteServer, forward));
    return;
  }
  lockSession(pages, log);
  pages.protocol.handle(scheme, withMadePages(await builtPages(forward, log)));
}

/**
 * Takes from our pages' session whatever it does not need, and answers its two addresses: the console's and the previews'.
 * @param pages session of our pages
 * @param diagnostics asked once a page wants them
 */
export async function servePages(
  pages: Session,
  { serverNow, languageNow, log }: AppContext,
  { proxy, snapshot, send }: ServerParts,
  diagnostics: () => Pick<Diagnostics, "runNow" | "save">,
): Promise<void> {
  const withMadePages = (answer: Answer) =>
    withDiagnosticsPage(withTroublePage(answer, languageNow), {
      languageNow,
      runNow: () => diagnostics().runNow(),
      save: () => diagnostics().save(),
    });
  await serveConsole(pages, noticeSessions(proxy.forward, snapshot), withMadePages, log);
  // in memory, and nobody's: whoever is signed in is so elsewhere
  const previews = session.fromPartition("preview");
  pages.protocol.handle(previewScheme, createPreviewPage({ serverNow, session: previews, send, log }));
}
