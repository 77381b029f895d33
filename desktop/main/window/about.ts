import type { Dialog } from "electron";
import * as z from "zod/mini";
import type { AppInfo, Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import { type HttpGet, parseJson } from "../server/http-get.ts";

const timeoutMs = 3_000;
const healthSchema = z.object({ product: z.literal("visitor"), version: z.string().check(z.maxLength(40)) });

interface Options {
  readonly facts: AppInfo;
  readonly get: HttpGet;
  readonly server: () => string | null;
  readonly currentLanguage: () => Language;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  readonly copy: (text: string) => void;
  readonly saveDiagnostics: () => void;
}

/** Shows all versions for support calls. @returns opens the dialog, which can copy them */
export function createAbout(options: Options): () => Promise<void> {
  const { facts, get, server, currentLanguage, dialog, copy, saveDiagnostics } = options;

  async function serverVersion(): Promise<string | undefined> {
    const chosen = server();
    if (chosen === null) return undefined;
    const result = await get(`${chosen}/healthz`, AbortSignal.timeout(timeoutMs));
    if (result.kind !== "answer" || result.status !== 200) return undefined;
    const parsed = healthSchema.safeParse(parseJson(result.body));
    return parsed.success ? parsed.data.version : undefined;
  }

  return async () => {
    const { about, app } = texts[currentLanguage()];
    const detail = [
      `${about.app}: ${facts.version}`,
      `${about.server}: ${(await serverVersion()) ?? about.unknown}`,
      `Electron: ${facts.electron}`,
      `Chromium: ${facts.chromium}`,
      `${about.system}: ${facts.system}`,
    ].join("\n");
    const { response } = await dialog.showMessageBox({
      type: "info",
      title: about.title,
      message: app.name,
      detail,
      buttons: [about.close, about.copy, about.saveDiagnostics],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) copy(`${app.name}\n${detail}`);
    if (response === 2) saveDiagnostics();
  };
}
