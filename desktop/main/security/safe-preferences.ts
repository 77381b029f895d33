import type { Session, WebPreferences } from "electron";

interface Options {
  readonly session: Session;
  readonly devTools: boolean;
  readonly preload?: string;
  readonly checksSpelling?: boolean;
}

/** Preferences of an ordinary web page: sandboxed, context-isolated, without Node. */
export function safePreferences(options: Options): WebPreferences {
  return {
    session: options.session,
    ...(options.preload !== undefined && { preload: options.preload }),
    devTools: options.devTools,
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    spellcheck: options.checksSpelling ?? false,
  };
}
