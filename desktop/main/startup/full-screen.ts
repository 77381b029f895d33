/** Starts the program in full screen: as IT laid it down, else as the person chose. F11 leaves it and comes back. */
import * as z from "zod/mini";
import type { Log } from "../logging/log.ts";
import { openJsonFile } from "../storage/json-file.ts";
import type { StartChoice } from "./start-choice.ts";

const schema = z.object({ fullScreen: z.boolean() });

/** @param policy undefined: the person decides */
export function openFullScreen(file: string, policy: boolean | undefined, log: Log): StartChoice {
  const kept = openJsonFile({ file, schema, fallback: { fullScreen: false }, log });
  return {
    label: "startFullScreen",
    isOn: () => policy ?? kept.value().fullScreen,
    isFixed: policy !== undefined,
    change: (fullScreen) =>
      kept
        .change(() => ({ fullScreen }))
        .catch((error: Error) => log("start-choice-not-saved", { problem: error.message })),
  };
}
