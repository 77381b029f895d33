/** Starts the program when its person signs in to the computer: as IT laid it down, else as the person chose. */

import type { App } from "electron";
import { messageOf } from "#contract/thrown.ts";
import type { Log } from "../logging/log.ts";
import { createAutostartFile } from "./autostart-file.ts";
import type { StartChoice } from "./start-choice.ts";

interface Options {
  readonly platform: NodeJS.Platform;
  readonly app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
  /** what is to be started */
  readonly program: string;
  /** the person's folder for settings on Linux */
  readonly config: string;
  /** a program that is only being tried out must not be started for good */
  readonly isPackaged: boolean;
  /** as IT laid it down; undefined: the person decides */
  readonly policy: boolean | undefined;
  readonly log: Log;
}

/**
 * Puts the policy in force. Without one an entry that is there is written anew, because an AppImage is renamed by its
 * updates.
 * @returns the person's choice; undefined where there is none to make
 */
export async function openSignInStart(options: Options): Promise<StartChoice | undefined> {
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

/** Windows keeps the program's path, macOS the program itself. */
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

/** An AppImage is started by its own file, not by the program that it unpacks for a while. */
export function programToStart(
  program: string,
  { APPIMAGE, APPDIR }: Readonly<Record<string, string | undefined>>,
): string {
  return APPIMAGE && APPDIR && program.startsWith(`${APPDIR}/`) ? APPIMAGE : program;
}
