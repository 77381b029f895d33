import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Electron's two modules for a preload, as far as ours uses them, over one function that the test provides. */
const surroundings = `
  const listeners = new Map();
  window.__push = (channel, payload) => { for (const hear of listeners.get(channel) ?? []) hear({}, payload); };
  const electron = {
    contextBridge: { exposeInMainWorld: (name, value) => { window[name] = value; } },
    ipcRenderer: {
      invoke: (channel, ...args) => window.__invoke(channel, args),
      on: (channel, hear) => listeners.set(channel, [...(listeners.get(channel) ?? []), hear]),
      off: (channel, hear) => listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== hear)),
    },
  };
  const require = (name) => { if (name === "electron") return electron; throw new Error("No module " + name); };
`;

/** The built preload as a script that a browser runs before the page's. @param build the built app */
export function preloadScript(build: string): string {
  const preload = readFileSync(join(build, "preload/index.cjs"), "utf8");
  return `{ ${surroundings}; (() => { ${preload} })(); }`;
}

/** What `webContents.send` does, as a script in the page. */
export const pushScript = (channel: string, payload: unknown): string =>
  `window.__push?.(${JSON.stringify(channel)}, ${JSON.stringify(payload)})`;
