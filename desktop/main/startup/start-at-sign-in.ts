/** Starts the app when the user signs in to the computer: by policy, else by the user's choice. */

import type { App } from "electron";
import { messageOf } from "#contract/thrown.ts";
import type { Log } from "../logging/log.ts";
import { createAutostartFile } from "./autostart-file.ts";
import type { StartOption } from "./start-option.ts";

interface Options {
  readonly platform: NodeJS.Platform;
  readonly app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
  /** the program to start */
  readonly program: string;
  /** the user's configuration folder on Linux */
  readonly config: string;
  /** development builds are never registered */
  readonly isPackaged: boolean;
  /** policy; undefined: the user decides */
  readonly policy: boolean | undefined;
  readonly log: Log;
}

/**
 * Applies the policy. Without one rewrites an existing entry, because updates rename an AppImage.
 * @returns the menu option; undefined if not available
 */
export async function openStartAtSignIn(options: Options): Promise<StartOption | undefined> {
  if (!options.isPackaged) return undefined;
  const { policy, log } = options;
  const entry = options.platform === "linux" ? linuxEntry(options) : loginItem(options);
  const set = async (isOn: boolean): Promise<void> => {
    try {
      await entry.set(isOn);
    } catch (error) {
      log("sign-in-start-not-set", { problem: messageOf(error) });
    }
  };
  if (policy !== undefined) await set(policy);
  else if (entry.isOn()) await set(true);
  return { label: "startAtSignIn", isOn: entry.isOn, isFixed: policy !== undefined, change: set };
}

const linuxEntry = ({ config, program }: Options) => createAutostartFile(config, program);

/** Windows registers the program's path, macOS the app itself. */
function loginItem({ app, platform, program }: Options) {
  const place = platform === "win32" ? { path: program } : {};
  return {
    isOn: (): boolean => app.getLoginItemSettings(place).openAtLogin,
    set(isOn: boolean): void {
      if (app.getLoginItemSettings(place).openAtLogin !== isOn)
        app.setLoginItemSettings({ ...place, openAtLogin: isOn });
    },
  };
}

/** An AppImage must be started by its own file, not by the program that it unpacks temporarily. */
export function programToStart(
  program: string,
  { APPIMAGE, APPDIR }: Readonly<Record<string, string | undefined>>,
): string {
  return APPIMAGE && APPDIR && program.startsWith(`${APPDIR}/`) ? APPIMAGE : program;
}
