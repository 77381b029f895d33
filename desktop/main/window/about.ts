import type { Dialog } from "electron";
import * as z from "zod/mini";
import type { AppFacts, Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { SmallGet } from "../server/small-get.ts";

const askMs = 3_000;
const saysVersion = z.object({ product: z.literal("visitor"), version: z.string().check(z.maxLength(40)) });

interface Options {
  readonly facts: AppFacts;
  readonly get: SmallGet;
  readonly server: () => string | null;
  readonly languageNow: () => Language;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  readonly copy: (text: string) => void;
  readonly saveDiagnostics: () => void;
}

/** Shows all versions for support calls. @returns opens the dialog, which can copy them */
export function createAbout(options: Options): () => Promise<void> {
  const { facts, get, server, languageNow, dialog, copy, saveDiagnostics } = options;

  async function serverVersion(): Promise<string | undefined> {
    const chosen = server();
    if (chosen === null) return undefined;
    const got = await get(`${chosen}/healthz`, AbortSignal.timeout(askMs));
    if (got.kind !== "answer" || got.status !== 200) return undefined;
    const parsed = saysVersion.safeParse(parseJson(got.body));
    return parsed.success ? parsed.data.version : undefined;
  }

  return async () => {
    const { about, app } = texts[languageNow()];
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
