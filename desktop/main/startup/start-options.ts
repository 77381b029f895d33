/** Start-up options: at sign-in, and in full screen. */
import { join } from "node:path";
import type { App } from "electron";
import * as z from "zod/mini";
import type { Log } from "../logging/log.ts";
import type { Policy } from "../policy/policy.ts";
import { openJsonFile } from "../storage/json-file.ts";
import { openStartAtSignIn, programToStart } from "./start-at-sign-in.ts";
import type { StartOption } from "./start-option.ts";

const schema = z.object({ fullScreen: z.boolean() });

/** Starts in full screen, which F11 leaves. @param policy undefined: the user decides */
export function openFullScreen(file: string, policy: boolean | undefined, log: Log): StartOption {
  const stored = openJsonFile({ file, schema, fallback: { fullScreen: false }, log });
  return {
    label: "startFullScreen",
    isOn: () => policy ?? stored.value().fullScreen,
    isFixed: policy !== undefined,
    change: (fullScreen) =>
      stored
        .change(() => ({ fullScreen }))
        .catch((error: Error) => log("start-choice-not-saved", { problem: error.message })),
  };
}

interface Options {
  readonly app: Pick<App, "getLoginItemSettings" | "getPath" | "isPackaged" | "setLoginItemSettings">;
  readonly platform: NodeJS.Platform;
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** the user decides what it leaves out */
  readonly policy: Pick<Policy, "startAtSignIn" | "fullScreen">;
  readonly log: Log;
}

/** Applies the policy. @returns the menu options, and whether the window opens in full screen */
export async function openStartOptions({ app, platform, program, env, policy, log }: Options) {
  const fullScreen = openFullScreen(join(app.getPath("userData"), "start.json"), policy.fullScreen, log);
  const signIn = await openStartAtSignIn({
    platform,
    app,
    program: programToStart(program, env),
    config: app.getPath("appData"),
    isPackaged: app.isPackaged,
    policy: policy.startAtSignIn,
    log,
  });
  const choices: readonly StartOption[] = signIn ? [signIn, fullScreen] : [fullScreen];
  return { choices, isFullScreen: fullScreen.isOn() };
}
